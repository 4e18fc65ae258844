/** Graphviz as WebAssembly, for those who installed it: it is only needed to draw. */
import { UserError } from '../program/errors.ts';

interface GraphvizModule {
  readonly Graphviz: { load(): Promise<{ dot(source: string): string }> };
}

/** Resolves to what draws a graph in the language of Graphviz as SVG. */
export async function openGraphviz(): Promise<(dot: string) => string> {
  // The name is not a literal, so that the package is not needed to compile or load this.
  const name = '@hpcc-js/wasm-graphviz';
  let module: GraphvizModule;
  try {
    module = (await import(name)) as GraphvizModule;
  } catch {
    throw new UserError(`--svg needs the package ${name}`, `npm install ${name}, or use --dot or --mermaid`);
  }
  const graphviz = await module.Graphviz.load();
  return (dot) => graphviz.dot(dot);
}
