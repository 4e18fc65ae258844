#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import './tune-v8.js';

if (!existsSync(new URL('../dist/cli/main.js', import.meta.url))) {
  console.error(
    'pathfold: error: pathfold is not built\npathfold: hint: run `npm install` (or `npm run build`) in its folder',
  );
  process.exit(2);
}

// A reader that stops early, such as `head`, is no error.
process.stdout.on('error', (error) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Newer versions of Node keep what they compiled of our modules for the next start.
module.enableCompileCache?.();

const { main } = await import('../dist/cli/main.js');
const { processTerminal } = await import('../dist/cli/terminal.js');
process.exitCode = await main(process.argv.slice(2), processTerminal());
