import type { Argument, Command, Option } from 'commander';

export interface Offer {
  value: string;
  description?: string;
}

/** Lists the values for a place such as `report --format`, `--agent`, `gate <answer>` or `<loop>`; `args` are the earlier arguments. */
export type ValuesAt = (place: { path: string; name: string; args: readonly string[] }) => Promise<readonly Offer[]>;

/**
 * Completes the last of these words, which may be empty or incomplete. Returns nothing if any value is allowed; the
 * shell then offers files.
 */
export async function offersFor(program: Command, words: readonly string[], valuesAt: ValuesAt): Promise<Offer[]> {
  // Some shells split `--format=html` into three words.
  const finishedWords = words.slice(0, -1).filter((word) => word !== '=');
  const last = words.at(-1) === '=' ? '' : (words.at(-1) ?? '');
  const { command, path, args, pendingOption } = parseWords(program, finishedWords);
  const at = async (name: string, prefix: string) =>
    matchListItem(await valuesAt({ path, name, args }), prefix, name === '--agent');

  if (pendingOption) return at(nameOf(pendingOption), last);
  const [, flag, prefix] = /^(--[a-z-]+)=(.*)$/.exec(last) ?? [];
  if (flag !== undefined && prefix !== undefined) {
    return (await at(flag, prefix)).map((offer) => ({ ...offer, value: `${flag}=${offer.value}` }));
  }
  const help = command.createHelp();
  if (last.startsWith('-')) return startingWith(help.visibleOptions(command).map(optionOffer), last);
  const beneath = args.length === 0 ? help.visibleCommands(command).map(commandOffer) : [];
  const argument = argumentAt(command, args.length);
  const values = argument ? await at(`<${argument.name()}>`, last) : [];
  return [...startingWith(beneath, last), ...values];
}

interface ParsedWords {
  command: Command;
  /** `alerts mark`; empty for `jumar` itself. */
  path: string;
  /** The arguments, without options and their values. */
  args: string[];
  /** The option whose value comes next. */
  pendingOption: Option | null;
}

/** A word that is not a command starts a task, since `run` is optional; its options may come first. */
function parseWords(program: Command, words: readonly string[]): ParsedWords {
  const standIn = program.commands.find((one) => one.name() === 'run') ?? program;
  const names: string[] = [];
  const args: string[] = [];
  let command = program;
  let pendingOption: Option | null = null;
  for (const word of words) {
    if (pendingOption && !(pendingOption.optional && word.startsWith('-'))) {
      pendingOption = null;
      continue;
    }
    if (word.startsWith('-')) {
      if (command === program && !optionOf(program, word)) command = standIn;
      const option = optionOf(command, word);
      pendingOption = option && (option.required || option.optional) && !word.includes('=') ? option : null;
      continue;
    }
    const next = args.length === 0 ? command.commands.find((one) => one.name() === word) : undefined;
    if (next) {
      command = next;
      names.push(word);
    } else {
      if (command === program) command = standIn;
      args.push(word);
    }
  }
  return { command, path: names.join(' '), args, pendingOption };
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

/** `--agent` takes a list: only the part after the last comma is completed. */
function matchListItem(offers: readonly Offer[], prefix: string, list: boolean): Offer[] {
  const before = list ? prefix.slice(0, prefix.lastIndexOf(',') + 1) : '';
  const usedValues = new Set(before.split(','));
  const unusedOffers = offers.filter(({ value }) => !usedValues.has(value));
  return startingWith(
    unusedOffers.map((offer) => ({ ...offer, value: `${before}${offer.value}` })),
    prefix,
  );
}

const startingWith = (offers: readonly Offer[], prefix: string) =>
  offers.filter(({ value }) => value.startsWith(prefix));
const nameOf = ({ long, short }: Option) => long ?? short ?? '';
const optionOffer = (option: Option): Offer => ({ value: nameOf(option), description: option.description });
const commandOffer = (command: Command): Offer => ({ value: command.name(), description: command.description() });
