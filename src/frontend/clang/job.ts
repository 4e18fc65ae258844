/** One run of a compiler: what goes in and what comes out, whichever clang does it. */

/** clang's name for what the input is. */
export type Language = 'c' | 'cpp-output' | 'ir';

export interface Job {
  /** As the user spelled it, relative to `directory` or absolute: diagnostics and debug information repeat it. */
  readonly input: string;
  /** Absolute; relative paths start here. */
  readonly directory: string;
  readonly language: Language;
  /** For clang's driver, without input and output. */
  readonly flags: readonly string[];
  /** Every file the compilation may open besides the compiler's own headers, by absolute path. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

export interface JobResult {
  /** Null when the compiler refused. */
  readonly bitcode: Uint8Array | null;
  /** The compiler itself broke, which corrupt input can cause. */
  readonly crashed: boolean;
  readonly diagnostics: string;
}

export type Progress =
  | { readonly stage: 'load'; readonly done: number; readonly total: number }
  | { readonly stage: 'compile'; readonly file: string };

export type ProgressListener = (progress: Progress) => void;
