/** Completions as each shell wants them. */
import type { Completable, CompletableCommand, CompletableOption, Shell } from './completable.ts';

export function completionScript(shell: Shell, commands: readonly CompletableCommand[]): string {
  return SCRIPTS[shell](commands);
}

const SCRIPTS: Readonly<Record<Shell, (commands: readonly CompletableCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

function namesOf(commands: readonly CompletableCommand[]): string {
  return commands.map(({ name }) => name).join(' ');
}

/** Of an option: how it is written before its value. */
function spellings({ name, letter }: CompletableOption): string[] {
  return letter === null ? [`--${name}`] : [`--${name}`, `-${letter}`];
}

/** In single quotes, for all three. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

// bash: one function that looks at the command and at the word before. `--name=value` arrives as three words there.

function bashScript(commands: readonly CompletableCommand[]): string {
  const all = new Map(commands.flatMap(({ options }) => options.map((option) => [option.name, option])));
  const values = [...all.values()].flatMap((option) =>
    option.value === null ? [] : [`    ${spellings(option).join(' | ')}) ${bashReply(option.value)}; return ;;`],
  );
  const options = commands.map(
    (command) => `      ${command.name}) options=${quoted(command.options.flatMap(spellings).join(' '))} ;;`,
  );
  const verbatim = commands.filter((command) => command.takesWordsAsTheyAre).map(({ name }) => name);
  const operands = commands.map((command) => `    ${command.name}) ${bashReply(command.operands)} ;;`);
  return `# Completions of pathfold for bash, made by \`pathfold completion bash\`.
_pathfold() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} command=\${COMP_WORDS[1]} options= word
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(`${namesOf(commands)} help --help --version`)} -- "$current"))
    return
  fi
  if [ "$command" = help ]; then
    COMPREPLY=($(compgen -W ${quoted(namesOf(commands))} -- "$current"))
    return
  fi
  case $command in ${verbatim.join(' | ')}) _pathfold_files; return ;; esac
  for word in "\${COMP_WORDS[@]:2:COMP_CWORD - 2}"; do
    case $word in -- | --args) _pathfold_files; return ;; esac
  done
  if [ "$current" = = ]; then current=; elif [ "$before" = = ]; then before=\${COMP_WORDS[COMP_CWORD - 2]}; fi
  case $before in
${values.join('\n')}
  esac
  if [[ $current == -* ]]; then
    case $command in
${options.join('\n')}
    esac
    COMPREPLY=($(compgen -W "$options" -- "$current"))
    return
  fi
  case $command in
${operands.join('\n')}
  esac
}
_pathfold_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
_pathfold_files() { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$current"); }
_pathfold_folders() { compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$current"); }
complete -F _pathfold pathfold
`;
}

function bashReply(what: Completable): string {
  if (what.kind === 'words') return `_pathfold_words ${quoted(what.words.join(' '))}`;
  return what.kind === 'anything' ? ':' : `_pathfold_${what.kind}`;
}

// zsh: _arguments knows everything about options; one list of specifications per command.

function zshScript(commands: readonly CompletableCommand[]): string {
  const described = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const cases = commands.map((command) => {
    const specs = [
      ...command.options.flatMap(zshOption),
      quoted(`*:${command.operands.kind}:${zshAction(command.operands)}`),
    ];
    return `    ${command.name})\n      _arguments -s ${specs.join(' \\\n        ')}\n      ;;`;
  });
  return `#compdef pathfold
# Completions of pathfold for zsh, made by \`pathfold completion zsh\`.
_pathfold() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
    help) _describe 'command' commands ;;
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _pathfold ]; then _pathfold "$@"; else compdef _pathfold pathfold; fi
`;
}

function zshOption(option: CompletableOption): string[] {
  const help = option.help.replace(/[[\]:\\]/g, '\\$&');
  const value = option.value === null ? '' : `:${option.argument.replace(/[:\\]/g, '\\$&')}:${zshAction(option.value)}`;
  const often = option.isRepeatable ? '*' : '';
  return spellings(option).map((word) => {
    const joined = option.value === null ? '' : word.startsWith('--') ? '=' : '+';
    return quoted(`${often}${word}${joined}[${help}]${value}`);
  });
}

function zshAction(what: Completable): string {
  if (what.kind === 'words') return `(${what.words.join(' ')})`;
  return { files: '_files', folders: '_files -/', anything: ' ' }[what.kind];
}

// fish: one line per command and per option, each with the condition under which it holds.

function fishScript(commands: readonly CompletableCommand[]): string {
  const lines = [
    '# Completions of pathfold for fish, made by `pathfold completion fish`.',
    'complete -c pathfold -e',
    ...commands.map(
      ({ name, summary }) => `complete -c pathfold -f -n __fish_use_subcommand -a ${name} -d ${fishText(summary)}`,
    ),
  ];
  for (const { name, options, operands } of commands) {
    const when = `-n ${fishText(`__fish_seen_subcommand_from ${name}`)}`;
    for (const option of options) {
      const letter = option.letter === null ? '' : ` -s ${option.letter}`;
      const value = option.value === null ? '' : ` -r${fishValue(option.value)}`;
      lines.push(`complete -c pathfold ${when} -l ${option.name}${letter}${value} -d ${fishText(option.help)}`);
    }
    const words = fishOperands(operands);
    if (words !== null) lines.push(`complete -c pathfold ${when} ${words}`);
  }
  return `${lines.join('\n')}\n`;
}

function fishValue(what: Completable): string {
  if (what.kind === 'words') return ` -f -a ${fishText(what.words.join(' '))}`;
  return { files: ' -F', folders: " -f -a '(__fish_complete_directories)'", anything: ' -f' }[what.kind];
}

function fishOperands(what: Completable): string | null {
  if (what.kind === 'words') return `-f -a ${fishText(what.words.join(' '))}`;
  return what.kind === 'folders' ? "-f -a '(__fish_complete_directories)'" : null;
}

/** Within single quotes fish knows two escapes. */
function fishText(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}
