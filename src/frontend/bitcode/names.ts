/** The compiler's names for values and blocks of a function, where it kept them. */
import { Entry } from './bitstream.ts';
import type { Body } from './body.ts';
import { SymbolCode } from './codes.ts';

/** Reads the announced symbol block. */
export function readValueNames(body: Body): void {
  const { stream } = body;
  stream.enter();
  for (;;) {
    const entry = stream.next();
    if (entry === Entry.End) return;
    if (entry === Entry.Block) stream.skip();
    else if (stream.code === SymbolCode.Entry) {
      const value = body.absolute(stream.operand(0));
      if (value.kind === 'register') value.name = stream.text(1);
    } else if (stream.code === SymbolCode.BlockEntry) {
      body.blockAt(stream.operand(0)).name = stream.text(1);
    }
  }
}
