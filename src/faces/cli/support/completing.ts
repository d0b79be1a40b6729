import type { Argument, Command, Option } from 'commander';

export interface Offer {
  value: string;
  description?: string;
}

/** What may stand at a place: `report --format`, `--agent`, `gate <answer>` or `<loop>`, with what was given before it. */
export type ValuesAt = (place: { path: string; name: string; given: readonly string[] }) => Promise<readonly Offer[]>;

/**
 * What a shell may offer for the last of these words, which may be empty or half written. Nothing where anything may
 * stand: the shell then offers files.
 */
export async function offersFor(program: Command, words: readonly string[], valuesAt: ValuesAt): Promise<Offer[]> {
  // Some shells hand on `--format=html` in three words.
  const finishedWords = words.slice(0, -1).filter((word) => word !== '=');
  const last = words.at(-1) === '=' ? '' : (words.at(-1) ?? '');
  const { command, path, given, waiting } = read(program, finishedWords);
  const at = async (name: string, written: string) =>
    listed(await valuesAt({ path, name, given }), written, name === '--agent');

  if (waiting) return at(nameOf(waiting), last);
  const [, flag, written] = /^(--[a-z-]+)=(.*)$/.exec(last) ?? [];
  if (flag !== undefined && written !== undefined) {
    return (await at(flag, written)).map((offer) => ({ ...offer, value: `${flag}=${offer.value}` }));
  }
  const help = command.createHelp();
  if (last.startsWith('-')) return beginning(help.visibleOptions(command).map(optionOffer), last);
  const beneath = given.length === 0 ? help.visibleCommands(command).map(commandOffer) : [];
  const argument = argumentAt(command, given.length);
  const values = argument ? await at(`<${argument.name()}>`, last) : [];
  return [...beginning(beneath, last), ...values];
}

interface Read {
  command: Command;
  /** `alerts mark`; empty for `jumar` itself. */
  path: string;
  /** The arguments, without options and their values. */
  given: string[];
  /** The option whose value comes next. */
  waiting: Option | null;
}

/** A word that is no command begins a task: the command `run` may be left out, as its options may come first. */
function read(program: Command, words: readonly string[]): Read {
  const standIn = program.commands.find((one) => one.name() === 'run') ?? program;
  const names: string[] = [];
  const given: string[] = [];
  let command = program;
  let waiting: Option | null = null;
  for (const word of words) {
    if (waiting && !(waiting.optional && word.startsWith('-'))) {
      waiting = null;
      continue;
    }
    if (word.startsWith('-')) {
      if (command === program && !optionOf(program, word)) command = standIn;
      const option = optionOf(command, word);
      waiting = option && (option.required || option.optional) && !word.includes('=') ? option : null;
      continue;
    }
    const next = given.length === 0 ? command.commands.find((one) => one.name() === word) : undefined;
    if (next) {
      command = next;
      names.push(word);
    } else {
      if (command === program) command = standIn;
      given.push(word);
    }
  }
  return { command, path: names.join(' '), given, waiting };
}

function optionOf(command: Command, word: string): Option | undefined {
  const name = word.split('=')[0];
  return command.options.find(({ long, short }) => long === name || short === name);
}

function argumentAt(command: Command, index: number): Argument | undefined {
  const all = command.registeredArguments;
  const last = all.at(-1);
  return all[index] ?? (last?.variadic ? last : undefined);
}

/** Agents may be a list: what stands before the last comma stays. */
function listed(offers: readonly Offer[], written: string, list: boolean): Offer[] {
  const before = list ? written.slice(0, written.lastIndexOf(',') + 1) : '';
  const taken = new Set(before.split(','));
  const left = offers.filter(({ value }) => !taken.has(value));
  return beginning(
    left.map((offer) => ({ ...offer, value: `${before}${offer.value}` })),
    written,
  );
}

const beginning = (offers: readonly Offer[], written: string) =>
  offers.filter(({ value }) => value.startsWith(written));
const nameOf = ({ long, short }: Option) => long ?? short ?? '';
const optionOffer = (option: Option): Offer => ({ value: nameOf(option), description: option.description });
const commandOffer = (command: Command): Offer => ({ value: command.name(), description: command.description() });
