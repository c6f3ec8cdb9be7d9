import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './bun-path.mjs'
import { commentsIn, withoutComments } from './import-graph.ts'

/** Folders that paths in pages are relative to. */
const bases = ['', 'server/', 'server/src/', 'server/src/relay/', 'console/', 'console/src/', 'contract/src/']

/** Names of other programs that the pages mention. */
const foreignNames = new Set(['client_max_body_size', 'hasKeywordInText', 'pg_dump', 'proxy_read_timeout'])

/** Whether a build or a run creates the path. */
const isGenerated = (path: string): boolean => /(^|\/)(dist|node_modules)(\/|$)|^(\.cache|data)\//.test(path)

const topFolders = new Set(
  bases.flatMap((base) =>
    readdirSync(join(root, base), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  ),
)

/** Names of programs, standards and systems, fields that the code does not read, and examples. */
const namesOutside = new Set(
  `AF_INET AF_INET6 CLIENT_FOUND_ROWS FIN_WAIT1 FIN_WAIT2 KiB MoonshotAI NotFound OpenTelemetry SecretKey
  SpeechStreamAudioDelta SpeechStreamDone SyntaxError T2A TIME_WAIT W3C WebM YouTube alipayS3cret binaryType getChannelById
  movie_header_atom onPointerEnter shell_call_command task_budget yyyyMMddHHmmss`.split(/\s+/),
)

/** Every word of `texts` outside comments, and of the JSON files of the repository and its pipeline. */
export function readCodeWords(texts: Iterable<string>): ReadonlySet<string> {
  const json = [...new Bun.Glob('{contract,server,console,e2e}/**/*.json').scanSync(root)]
  const data = [...json, 'package.json', '.ci/run']
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const code = [...texts].map(withoutComments)
  return new Set([...code, ...data].flatMap((text) => text.match(/[A-Za-z]\w*/g) ?? []))
}

/** Names in the comments of `text` that the code does not have: a rename or a removal left them behind. */
export function findGoneNames(text: string, words: ReadonlySet<string>): string[] {
  const comments = commentsIn(text).filter((comment) => !comment.includes('biome-ignore'))
  const named = comments.flatMap((comment) => withoutExamples(comment).match(/[A-Za-z]\w*/g) ?? [])
  return named.filter((name) => isName(name) && !namesOutside.has(name) && !words.has(name))
}

/** Without addresses, and without values in code font, which contain blanks, digits or punctuation. */
const withoutExamples = (comment: string): string =>
  comment
    .replace(/\S*:\/\/\S+/g, '')
    .replace(/`([^`\n]*)`/g, (_, code: string) => (/^[A-Za-z_.]+(\(\))?$/.test(code) ? code : ''))

/** Names in code font on `page` that do not exist: paths, npm scripts, commands, and names of options and code. */
export function findUnknownNames(
  page: string,
  text: string,
  { words, scripts, commands }: { words: ReadonlySet<string>; scripts: object; commands: readonly string[] },
): string[] {
  const prose = text.replace(/^```[\s\S]*?^ *```/gm, '')
  const named = [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
  const runs = [...text.matchAll(/npm run ([a-z][\w-]*)/g)].map((match) => match[1] ?? '')
  const started = [...text.matchAll(/sluice -- ([a-z][\w-]*)/g)].map((match) => match[1] ?? '')
  return [
    ...named.filter((name) => isPath(name) && !isGenerated(name) && !exists(name, page)),
    ...named.filter((name) => isName(name) && !foreignNames.has(name) && !words.has(name)),
    ...runs.filter((name) => !(name in scripts)).map((name) => `npm run ${name}`),
    ...started.filter((name) => !commands.includes(name)).map((name) => `sluice -- ${name}`),
  ]
}

/** Whether the name is a path below an existing folder; models and media types are not paths. */
const isPath = (name: string): boolean =>
  /^[\w.-]+(\/[\w.-]+)+\/?$/.test(name) && topFolders.has(name.split('/')[0] ?? '')

const exists = (path: string, page: string): boolean =>
  [...bases, `${dirname(page)}/`].some(
    (base) => existsSync(join(root, base, path)) || existsSync(join(root, base, `${path}.ts`)),
  )

/**
 * Whether it has the form of an option, an environment variable, a field or a function. A plain word may be English, so
 * it is not checked.
 */
const isName = (name: string): boolean =>
  /^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+$/.test(name) || /^[A-Za-z][a-z0-9]+([A-Z][A-Za-z0-9]*)+$/.test(name)
