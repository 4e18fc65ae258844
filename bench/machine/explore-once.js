// Explores one program in a process of its own, so that its time and memory are its own. Prints one line of JSON. With the word
// `closures` nothing is compiled to JavaScript.
import { Exploration } from '../../dist/explore/exploration.js';
import { loadProgram } from '../../dist/frontend/load.js';

const program = await loadProgram([process.argv[2]]);
let paths = 0;
const machine = {
  maxSteps: 1e10,
  ...(process.argv[3] === 'closures' ? { compileAfter: Number.POSITIVE_INFINITY } : {}),
};
const exploration = await Exploration.create(program, { machine }, () => paths++);
const cpu = process.cpuUsage();
const began = performance.now();
exploration.run();
const seconds = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    paths,
    seconds,
    cpuSeconds: (user + system) / 1e6,
    solverSeconds: exploration.solver.statistics.seconds,
    instructions: exploration.machine.instructions,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  }),
);
