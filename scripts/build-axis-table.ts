// Writes what calls are charged by into docs/pricing.md: node scripts/with-bun.mjs scripts/build-axis-table.ts
import { join } from 'node:path'
import { channelTypes } from '../contract/src/channel-types.ts'
import { mediaFormats } from '../server/src/protocols/openai-media/format.ts'
import type { ClientFormatId, WireFormatId } from '../server/src/protocols/wire-format-id.ts'
import { providerOf } from '../server/src/providers/index.ts'
import type { Provider } from '../server/src/providers/provider.ts'
import { upstreamFormatById } from '../server/src/relay/formats/index.ts'
import { mediaWireFormat } from '../server/src/relay/formats/media-format.ts'
import { type CallKind, kindsOf } from '../server/test/provider-table/calls.ts'
import { type Axis, axes, type ReadAnswer, readAxes } from './axis-table/read-axes.ts'
import { root } from './bun-path.mjs'
import { replacePart } from './replace-part.ts'

export const pricingPage = join(root, 'docs/pricing.md')

/** Fields of an answer, what they count for, and the tests that name them. */
interface AxisRow {
  axis: Axis
  reader: Reader
  fields: readonly string[]
  /** Paths in the repository. */
  tests: readonly string[]
}

/** `page` with the current table of axes. Throws when the page lacks the marks around it. */
export const withAxisTable = async (page: string): Promise<string> =>
  replacePart(page, { name: 'axes', script: 'scripts/build-axis-table.ts', text: formatRows(await buildAxisRows()) })

function formatRows(rows: readonly AxisRow[]): string {
  const shared = [...new Set(rows.map(({ reader }) => reader))].filter(({ isShared }) => isShared)
  return [
    '| answer | channel types |',
    '|---|---|',
    ...shared.map(({ call, providers }) => `| ${call} | ${providers.join(', ')} |`),
    '',
    '| what | answer | read from | tests |',
    '|---|---|---|---|',
    ...rows.map(({ axis, reader, fields, tests }) => {
      const named = tests.map((path) => `[${path.split('/').at(-1)}](../${path})`)
      const answer = reader.isShared ? reader.call : `${reader.call} of ${reader.providers.join(', ')}`
      return `| \`${axis}\` | ${answer} | ${fields.map(code).join(', ')} | ${named.join(', ')} |`
    }),
  ].join('\n')
}

/** A field; what stands beside it in parentheses is written already. */
const code = (field: string): string => field.replace(/^[^ ]+/, (path) => `\`${path}\``)

interface Reader {
  /** The kind of call, and the format of its answers. */
  call: string
  /** Several providers answer in it; otherwise it is the provider's own. */
  isShared: boolean
  read: ReadAnswer
  /** Folders and files with the tests of the reader. */
  folders: readonly string[]
  providers: string[]
}

/** A row for each axis of each reader of answers, in the order of the axes. */
export async function buildAxisRows(): Promise<AxisRow[]> {
  const rows: AxisRow[] = []
  for (const reader of listReaders()) {
    const found = readAxes(reader.read)
    for (const axis of axes) {
      const fields = [...(found.get(axis)?.keys() ?? [])]
      if (fields.length === 0) continue
      rows.push({ axis, reader, fields, tests: await findTests(reader.folders, fields) })
    }
  }
  return rows.toSorted((a, b) => axes.indexOf(a.axis) - axes.indexOf(b.axis))
}

const formatNames: Record<WireFormatId, string> = {
  openai: 'Chat Completions',
  responses: 'Responses',
  anthropic: 'Messages',
  gemini: 'Gemini',
  own: 'own format',
}
const formatFolders: Record<ClientFormatId, string> = {
  openai: 'openai-chat',
  responses: 'openai-responses',
  anthropic: 'anthropic-messages',
  gemini: 'gemini',
}

const mediaKinds = {
  image_generations: 'images',
  speech: 'speech',
  transcriptions: 'recordings',
  rerank: 'rankings',
} as const
type MediaKind = keyof typeof mediaKinds

/** Every reader of whole answers, once, with the channel types whose answers it reads. */
export function listReaders(): Reader[] {
  const readers = new Map<unknown, Reader>()
  const add = (key: unknown, label: string, reader: Omit<Reader, 'providers'>) => {
    const known = readers.get(key) ?? { ...reader, providers: [] }
    readers.set(key, known)
    if (!known.providers.includes(label)) known.providers.push(label)
  }
  for (const { id, label } of channelTypes) {
    const provider = providerOf(id)
    if (!provider || provider.taskPlatform) continue
    const kinds = kindsOf(provider)
    if (kinds.includes('chat'))
      for (const format of spokenFormats(provider)) {
        const folder =
          format === 'own'
            ? ownFolders(provider)
            : [`server/src/protocols/${formatFolders[format]}`, 'server/src/core/usage', 'server/test']
        const { readAnswer } = upstreamFormatById(provider, format)
        add(format === 'own' ? provider.wire : format, label, {
          call: `chat, ${formatNames[format]}`,
          isShared: format !== 'own',
          read: readAnswer,
          folders: folder,
        })
      }
    for (const [kind, reader, key] of mediaReaders(provider, kinds)) add(key, label, reader(kind))
  }
  return [...readers.values()]
}

const ownFolders = ({ id }: Provider): string[] => [
  `server/src/providers/${id}`,
  `server/test/provider-table/cases/${id}.ts`,
  'server/test/media-wires.test.ts',
  'server/test',
]

/** The formats in which a channel with a custom address is called. */
function spokenFormats({ format, formatFor, models }: Provider): WireFormatId[] {
  const channel = { baseUrl: 'https://host.example', organization: null, other: '' }
  const spoken = new Set<WireFormatId>([format])
  if (formatFor)
    for (const client of ['openai', 'responses', 'anthropic', 'gemini'] as const)
      for (const model of models.length > 0 ? models : ['']) spoken.add(formatFor(channel, client, model))
  return [...spoken]
}

/** The readers of other calls: OpenAI's, or a wire of the provider's own for one of its models. */
function mediaReaders(provider: Provider, kinds: readonly CallKind[]) {
  const found: [MediaKind, (kind: MediaKind) => Omit<Reader, 'providers'>, unknown][] = []
  for (const kind of Object.keys(mediaKinds) as MediaKind[]) {
    if (!kinds.some((one) => one === kind)) continue
    const models = provider.models.length > 0 ? provider.models : ['']
    const wires =
      kind === 'rerank'
        ? []
        : models.map((upstreamModel) => provider.mediaWireOf?.({ operation: kind, upstreamModel, isStream: false }))
    const base = upstreamFormatById(provider, provider.format)
    for (const wire of new Set(wires)) {
      if (!wire) continue
      const { readAnswer } = mediaWireFormat(wire, base)
      found.push([
        kind,
        () => ({ call: callOf(kind, 'own format'), isShared: false, read: readAnswer, folders: ownFolders(provider) }),
        wire,
      ])
    }
    if (wires.every((wire) => wire)) if (kind !== 'rerank' || provider.rerank) continue
    const { readAnswer } = mediaFormats[kind]
    const folders = ['server/src/protocols/openai-media', 'server/test']
    found.push([
      kind,
      () => ({ call: callOf(kind, "OpenAI's format"), isShared: true, read: readAnswer, folders }),
      mediaFormats[kind],
    ])
  }
  return found
}

const callOf = (kind: MediaKind, format: string): string =>
  `${mediaKinds[kind]}, ${kind === 'rerank' ? 'common format' : format}`

const texts = new Map<string, Promise<{ path: string; text: string }[]>>()

/** The tests of the first of the folders, or files, in which one names a field. */
async function findTests(folders: readonly string[], fields: readonly string[]): Promise<string[]> {
  const names = fields.map(
    (field) =>
      field
        .replace(/ .*$/, '')
        .split(/[.[\]]+/)
        .filter(Boolean)
        .at(-1) ?? '',
  )
  for (const folder of folders) {
    const files = await (texts.get(folder) ?? readTests(folder))
    const naming = files.filter(({ text }) => names.some((name) => new RegExp(`\\b${name}\\b`).test(text)))
    if (naming.length > 0) return naming.slice(0, testsMax).map(({ path }) => path)
  }
  return []
}

/** Tests in a cell. */
const testsMax = 2

function readTests(folder: string): Promise<{ path: string; text: string }[]> {
  const paths = folder.endsWith('.ts')
    ? [folder]
    : [...new Bun.Glob('*.test.ts').scanSync({ cwd: join(root, folder) })]
        // Videos have a report of their own.
        .filter((name) => !name.startsWith('video-'))
        .toSorted()
        .map((name) => `${folder}/${name}`)
  const read = Promise.all(
    paths.map(async (path) => {
      const file = Bun.file(join(root, path))
      return { path, text: (await file.exists()) ? await file.text() : '' }
    }),
  )
  texts.set(folder, read)
  return read
}

if (import.meta.main) await Bun.write(pricingPage, await withAxisTable(await Bun.file(pricingPage).text()))
