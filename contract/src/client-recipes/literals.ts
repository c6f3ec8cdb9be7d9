/** How a language writes JSON values. */
interface Style {
  indent: number
  text(value: string): string
  word(value: boolean | null): string
  /** A name in an object, with what follows it. */
  name(name: string): string
  /** Inside the braces of an object on one line. */
  space: string
}

/** A longer value is written over several lines. */
const lineMax = 80

/** JSON as JavaScript reads it, also beside a string of its own: no line of the source ends inside a text. */
export const scriptText = (value: string): string =>
  `'${JSON.stringify(value)
    .slice(1, -1)
    .replace(/\\.|'/g, (found) => (found === '\\"' ? '"' : found === "'" ? "\\'" : found))}'`

const script: Style = {
  indent: 2,
  text: scriptText,
  word: String,
  name: (name) => {
    // In brackets it is a name like any other; by itself it would set the prototype.
    if (name === '__proto__') return "['__proto__']: "
    return `${/^[a-z_$][\w$]*$/i.test(name) ? name : scriptText(name)}: `
  },
  space: ' ',
}

const python: Style = {
  indent: 4,
  text: (value) => JSON.stringify(value),
  word: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
  name: (name) => `${JSON.stringify(name)}: `,
  space: '',
}

/** A JSON value as TypeScript. `depth`: how many levels the line that it begins on is indented. */
export const scriptLiteral = (value: unknown, depth: number): string => write(value, script, depth)
/** The same as Python. */
export const pythonLiteral = (value: unknown, depth: number): string => write(value, python, depth)

function write(value: unknown, style: Style, depth: number): string {
  if (typeof value === 'string') return style.text(value)
  if (typeof value === 'boolean' || value === null) return style.word(value)
  if (typeof value !== 'object') return String(value)
  const isList = Array.isArray(value)
  const entries: (readonly [string, unknown])[] = isList
    ? value.map((item) => ['', item] as const)
    : Object.entries(value).map(([name, item]) => [style.name(name), item] as const)
  const [open, close] = isList ? '[]' : '{}'
  if (entries.length === 0) return `${open}${close}`
  const items = entries.map(([name, item]) => name + write(item, style, depth + 1))
  const space = isList ? '' : style.space
  const line = `${open}${space}${items.join(', ')}${space}${close}`
  if (line.length <= lineMax && !line.includes('\n')) return line
  const pad = ' '.repeat(style.indent * depth)
  const step = ' '.repeat(style.indent)
  return [open, ...items.map((item) => `${pad}${step}${item},`), `${pad}${close}`].join('\n')
}
