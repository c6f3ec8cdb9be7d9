type Rule = readonly [matches: (name: string) => boolean, ratio: number]

const starts = (prefix: string) => (name: string) => name.startsWith(prefix)
const contains = (part: string) => (name: string) => name.includes(part)
const among =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name)
const startsAndEnds =
  (prefix: string, ...ends: string[]) =>
  (name: string) =>
    name.startsWith(prefix) && ends.some((end) => name.endsWith(end))

/** First match wins. From server-behaviour 7.3. */
const rules: readonly Rule[] = [
  [startsAndEnds('gpt-4', '-all', '-gizmo-*'), 1],
  [among('gpt-4o-2024-05-13'), 3],
  [starts('gpt-4o'), 4],
  [starts('gpt-4.5-preview'), 2],
  [starts('gpt-4-turbo'), 3],
  [startsAndEnds('gpt-4', 'gpt-4-1106', 'gpt-4-1105'), 3],
  [starts('gpt-4'), 2],
  [starts('o1'), 4],
  [starts('o3'), 4],
  [among('chatgpt-4o-latest'), 3],
  [contains('claude-instant-1'), 3],
  [contains('claude-2'), 3],
  [contains('claude-3'), 5],
  [among('gpt-3.5-turbo'), 3],
  [startsAndEnds('gpt-3.5', '0125'), 3],
  [startsAndEnds('gpt-3.5', '1106'), 2],
  [starts('gpt-3.5'), 4 / 3],
  [starts('mistral-'), 3],
  [starts('gemini-1.5'), 4],
  [starts('gemini-2.0'), 4],
  [starts('gemini-2.5-pro-preview'), 8],
  [starts('gemini-'), 4],
  [among('command-r'), 3],
  [among('command-r-plus'), 5],
  [among('command-r-08-2024', 'command-r-plus-08-2024'), 4],
  [starts('command'), 4],
  [(name) => among('deepseek-chat', 'deepseek-reasoner')(name.toLowerCase()), 4],
  [starts('ERNIE-Speed-'), 2],
  [starts('ERNIE-Lite-'), 2],
  [starts('ERNIE-Character'), 2],
  [starts('ERNIE-Functions'), 2],
  [among('llama2-70b-4096'), 1.25],
  [among('llama3-8b-8192'), 2],
  [among('llama3-70b-8192'), 0.79 / 0.59],
]

/** Output price relative to input price for a model without a setting. */
export const builtInCompletionRatio = (model: string): number => rules.find(([matches]) => matches(model))?.[1] ?? 1
