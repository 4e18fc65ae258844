// A stand-in for an installed SMT-LIB solver; its first argument says how it behaves.
import { createInterface } from 'node:readline';

const behaviour = process.argv[2];
const lines = createInterface({ input: process.stdin });
let script = '';
let checks = 0;

lines.on('line', (line) => {
  const echo = /^\(echo "(.*)"\)$/.exec(line);
  if (echo !== null) {
    answer(script);
    script = '';
    if (behaviour !== 'hang') console.log(echo[1]);
  } else script += line;
});
lines.on('close', () => process.exit(0));

function answer(text) {
  if (text.includes('(get-value')) {
    console.log(behaviour === 'bad-model' ? '((x 7))' : '((x #x00000007))');
    return;
  }
  if (!text.includes('(check-sat)')) return;
  checks++;
  if (behaviour === 'rubbish') console.log('Segmentation fault, sorry');
  else if (behaviour === 'hang' || (behaviour === 'slow' && checks > 1)) {
    for (;;) if (Date.now() < 0) break;
  } else if (behaviour === 'dies' && checks > 1) process.exit(1);
  else console.log(text.includes('bvult x #x00000003') ? 'unsat' : 'sat');
}
