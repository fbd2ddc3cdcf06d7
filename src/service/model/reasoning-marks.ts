/**
 * Marks around the reasoning of a model in the text of its reply. The table covers the marks that vLLM, llama.cpp, SGLang
 * and Open WebUI know, and common spellings of prompts. Marks are read in lower case.
 */
const BRACKETS = [
  { open: '<|', close: '|>' },
  { open: '<', close: '>' },
  { open: '[', close: ']' },
  { open: '◁', close: '▷' },
] as const;
const NAMES = ['think', 'thinking', 'thought', 'reasoning'];
/** In square brackets, these are labels in an answer. */
const TAG_NAMES = [...NAMES, 'thoughts', 'reason', 'reflection', 'analysis', 'scratchpad', 'antthinking'];
/** Seed-OSS; MiniMax. */
const NAMESPACES = ['', 'seed:', 'mm:'];
const inNamespaces = (names: readonly string[]): string[] =>
  names.flatMap(name => NAMESPACES.map(namespace => namespace + name));
const NAMES_IN = {
  '<|': inNamespaces(TAG_NAMES),
  '<': inNamespaces(TAG_NAMES),
  '[': inNamespaces(NAMES),
  '◁': inNamespaces(TAG_NAMES),
};
/** Marks of another form. */
const OTHER_MARKS: readonly (readonly [mark: string, kind: 'opening' | 'closing'])[] = [
  // Cohere.
  ['<|start_thinking|>', 'opening'],
  ['<|end_thinking|>', 'closing'],
  // OpenThinker.
  ['<|begin_of_thought|>', 'opening'],
  ['<|end_of_thought|>', 'closing'],
  // Gemma 4.
  ['<|channel>', 'opening'],
  ['<channel|>', 'closing'],
  // Kimi K3.
  ['<|open|>think<|sep|>', 'opening'],
  ['<|close|>think<|sep|>', 'closing'],
];
/** Marks around the answer of models that reason: Granite, Hunyuan, Reflection, Cohere, OpenThinker, Kimi K3. */
const WRAPPERS: ReadonlyMap<string, string> = new Map([
  ['<response>', '</response>'],
  ['<answer>', '</answer>'],
  ['<output>', '</output>'],
  ['<|start_response|>', '<|end_response|>'],
  ['<|start_text|>', '<|end_text|>'],
  ['<|begin_of_solution|>', '<|end_of_solution|>'],
  ['<|open|>response<|sep|>', '<|close|>response<|sep|>'],
]);
/**
 * gpt-oss writes channels (https://cookbook.openai.com/articles/openai-harmony): `<|channel|>analysis<|message|>…<|end|>` and
 * `<|start|>assistant<|channel|>final<|message|>…<|return|>`. Only the channel `final` is the answer.
 */
const CHANNEL = '<|channel|>';
const START = '<|start|>';
const CHANNEL_TOKENS = [START, '<|message|>', '<|end|>', '<|return|>', '<|call|>'];
const WITHOUT_TAG = [...OTHER_MARKS.map(([mark]) => mark), ...CHANNEL_TOKENS, CHANNEL];
const FINAL_CHANNEL = /^<\|channel\|>\s*final\b[^<]{0,40}(?:<\|constrain\|>[^<]{0,40})?<\|message\|>/;
/** Longer than any match of `FINAL_CHANNEL`. */
const CHANNEL_LENGTH = 140;
/** Slash, name, suffix such as `:opensource`, attributes or white space, slash of a self-closing mark. */
const TAG = /^(\/?)((?:seed:|mm:)?[a-z]*)((?::[\w-]{0,32})?)((?:\s[^<>]{0,100}?)?)(\/?)$/;
/** After a name in square brackets: a Markdown link, or a label. */
const LINK = /^[(:]/;
const BEGINNING = /^(?:$|[<[◁](?:[a-z/|]|$))/i;
export const FIRST_OF_MARK: RegExp = /[<[◁]/;

export interface ReasoningMark {
  /**
   * `empty`: self-closing. `final`: the channel of the answer begins. `channel`: another message of gpt-oss begins.
   * `end`: another token of gpt-oss.
   */
  kind: 'opening' | 'closing' | 'empty' | 'final' | 'channel' | 'end';
  name: string;
  length: number;
}

/** The mark at the beginning of the text, or whether more text may make it one. */
export function readMark(text: string): ReasoningMark | 'incomplete' | undefined {
  if (!BEGINNING.test(text)) return undefined;
  const lower = text.slice(0, CHANNEL_LENGTH).toLowerCase();
  const other = OTHER_MARKS.find(([mark]) => lower.startsWith(mark));
  if (other) return { kind: other[1], name: other[0], length: other[0].length };
  const channel = readChannel(lower);
  if (channel) return channel;
  const bracket = BRACKETS.find(({ open }) => lower.startsWith(open));
  const tag = bracket && readTag(lower, bracket);
  if (tag) return tag;
  return WITHOUT_TAG.some(mark => mark.startsWith(lower)) ? 'incomplete' : undefined;
}

/** The mark around an answer that the text begins with, and the mark behind the answer. */
export function readWrapper(text: string): { opening: string; closing: string } | 'incomplete' | undefined {
  const lower = text.slice(0, CHANNEL_LENGTH).toLowerCase();
  for (const [opening, closing] of WRAPPERS) {
    if (lower.startsWith(opening)) return { opening, closing };
    if (opening.startsWith(lower)) return 'incomplete';
  }
  return undefined;
}

function readChannel(lower: string): ReasoningMark | 'incomplete' | undefined {
  const token = CHANNEL_TOKENS.find(mark => lower.startsWith(mark));
  if (token !== undefined)
    return { kind: token === START ? 'channel' : 'end', name: token, length: token.length };
  if (!lower.startsWith(CHANNEL)) return undefined;
  const final = FINAL_CHANNEL.exec(lower);
  if (final) return { kind: 'final', name: CHANNEL, length: final[0].length };
  return lower.length < CHANNEL_LENGTH && !lower.includes('<|message|>')
    ? 'incomplete'
    : { kind: 'channel', name: CHANNEL, length: CHANNEL.length };
}

function readTag(
  lower: string,
  { open, close }: (typeof BRACKETS)[number],
): ReasoningMark | 'incomplete' | undefined {
  const inner = lower.slice(open.length);
  const end = inner.indexOf(close);
  const [, slash = '', name = '', suffix = '', space = '', selfClosing = ''] =
    TAG.exec(end < 0 ? inner.replace(/\|$/, '') : inner.slice(0, end)) ?? [];
  const known = NAMES_IN[open];
  // Only tags have attributes.
  if (space.trim() !== '' && (open !== '<' || slash !== '')) return undefined;
  if (end < 0) {
    const isWhole = suffix + space + selfClosing !== '';
    const mayBecomeMark = isWhole ? known.includes(name) : known.some(word => word.startsWith(name));
    return mayBecomeMark && TAG.test(inner.replace(/\|$/, '')) ? 'incomplete' : undefined;
  }
  if (!known.includes(name)) return undefined;
  const length = open.length + end + close.length;
  if (open === '[' && slash === '') {
    if (lower.length === length) return 'incomplete';
    if (LINK.test(lower.slice(length))) return undefined;
  }
  const kind = slash !== '' ? 'closing' : selfClosing !== '' ? 'empty' : 'opening';
  return { kind, name, length };
}
