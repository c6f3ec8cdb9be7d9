// Writes the table of channel types into docs/providers.md: node scripts/with-bun.mjs scripts/build-provider-table.ts
import { join } from 'node:path'
import { channelTypes } from '../contract/src/channel-types.ts'
import type { ClientFormatId, WireFormatId } from '../server/src/protocols/wire-format-id.ts'
import { providerOf } from '../server/src/providers/index.ts'
import type { Provider } from '../server/src/providers/provider.ts'
import { type Basis, type CallKind, kindsOf } from '../server/test/provider-table/calls.ts'
import { casesOf } from '../server/test/provider-table/table.ts'
import { recordedHosts } from '../server/test/recorded/hosts.ts'
import { root } from './bun-path.mjs'
import { replacePart } from './replace-part.ts'

export const providersPage = join(root, 'docs/providers.md')

/** `page` with the current table of providers. Throws when the page lacks the marks around it. */
export const withProviderTable = (page: string): string =>
  replacePart(page, { name: 'channel types', script: 'scripts/build-provider-table.ts', text: buildProviderTable() })

const formatNames: Record<WireFormatId, string> = {
  openai: 'OpenAI',
  responses: 'Responses',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
  own: 'its own',
}

const clients: readonly ClientFormatId[] = ['openai', 'responses', 'anthropic', 'gemini']

function buildProviderTable(): string {
  const rows = channelTypes
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, label, baseUrl, isAddressBuilt }) => {
      const provider = providerOf(id)
      if (!provider) throw new Error(`no provider of type ${id}`)
      const address = baseUrl !== null ? `\`${baseUrl}\`` : isAddressBuilt ? 'by the region' : "the channel's"
      return `| ${id} | ${label} | ${address} | ${listFormats(provider)} | ${listCalls(provider)} | ${listReadFacts(provider)} | ${describeTests(id, provider)} |`
    })
  return [
    '| type | name | address | formats | calls | read from the provider | how tested |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** The formats in which a channel with a custom address is called. */
function listFormats({ format, formatFor, taskPlatform, models }: Provider): string {
  if (taskPlatform) return 'tasks'
  const channel = { baseUrl: 'https://host.example', organization: null, other: '' }
  const spoken = new Set([format])
  if (formatFor)
    for (const client of clients)
      for (const model of models.length > 0 ? models : ['']) spoken.add(formatFor(channel, client, model))
  return [...spoken].map((name) => formatNames[name]).join(', ')
}

/** Videos are tasks with tests of their own wires: they are no kind of call. */
const listCalls = (provider: Provider): string =>
  [...kindsOf(provider).map(formatKind), ...(provider.videos ? ['[videos](videos.md)'] : [])].join(', ')

const formatKind = (kind: CallKind | 'videos'): string => kind.replaceAll('_', ' ')

const bases: readonly Basis[] = ['recorded answer', 'documentation', 'fake']

/** The source of the answers in the tests of each kind of call. */
function describeTests(type: number, provider: Provider): string {
  const kinds: readonly (readonly [CallKind | 'videos', Basis])[] = [
    ...kindsOf(provider).map((kind) => [kind, findBasis(type, kind)] as const),
    ...(provider.videos ? [['videos', 'documentation'] as const] : []),
  ]
  const groups = bases
    .map((basis) => [basis, kinds.filter(([, found]) => found === basis).map(([kind]) => formatKind(kind))] as const)
    .filter(([, names]) => names.length > 0)
  const tested = groups.map(([basis, names], index) => {
    const isLast = index === groups.length - 1
    return isLast && names.length > 1 ? `${basis}: the others` : `${basis}: ${names.join(', ')}`
  })
  return groups.length === 1 ? (groups[0]?.[0] ?? '') : tested.join('; ')
}

function findBasis(type: number, kind: CallKind): Basis {
  if (kind === 'chat') {
    if (recordedHosts.some((host) => host.provider === casesOf(type).id)) return 'recorded answer'
    return casesOf(type).rows.some(({ isFake }) => isFake) ? 'fake' : 'documentation'
  }
  const cell = casesOf(type).calls?.[kind]
  if (!cell) throw new Error(`no test for ${kind} of type ${type}`)
  return cell.basis
}

/** What the gateway reads from the provider: its models, the balance of an account. */
function listReadFacts({ modelListUrlOf, balance }: Provider): string {
  const channel = { baseUrl: 'https://host.example', organization: null, other: '' }
  return [modelListUrlOf(channel, '') === null ? '' : 'models', balance ? 'balance' : ''].filter(Boolean).join(', ')
}

if (import.meta.main) await Bun.write(providersPage, withProviderTable(await Bun.file(providersPage).text()))
