// Writes the table of channel types into docs/providers.md: node scripts/with-bun.mjs scripts/build-provider-table.ts
import { join } from 'node:path'
import { channelTypes } from '../contract/src/channel-types.ts'
import type { ClientFormatId, WireFormatId } from '../server/src/protocols/wire-format-id.ts'
import { providerOf } from '../server/src/providers/index.ts'
import type { Provider } from '../server/src/providers/provider.ts'
import { type Basis, type CallKind, callCells, kindsOf } from '../server/test/provider-table/call-cells.ts'
import { providerTable } from '../server/test/provider-table/table.ts'
import { recordedHosts } from '../server/test/recorded/hosts.ts'
import { root } from './bun-path.mjs'

export const providersPage = join(root, 'docs/providers.md')

const begin = '<!-- channel types: begin, written by scripts/build-provider-table.ts -->'
const end = '<!-- channel types: end -->'

/** `page` with the current table of providers. Throws when the page lacks the marks around it. */
export function withProviderTable(page: string): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error('the page lacks the marks around the table of channel types')
  return `${page.slice(0, from)}${begin}\n\n${buildProviderTable()}\n\n${page.slice(to)}`
}

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
      return `| ${id} | ${label} | ${address} | ${formatsOf(provider)} | ${callsOf(provider)} | ${learnedOf(provider)} | ${testedOf(id, provider)} |`
    })
  return [
    '| type | name | address | formats | calls | read from the provider | how tested |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** The formats in which a channel with a custom address is called. */
function formatsOf({ format, formatFor, taskPlatform, models }: Provider): string {
  if (taskPlatform) return 'tasks'
  const channel = { baseUrl: 'https://host.example', organization: null, other: '' }
  const spoken = new Set([format])
  if (formatFor)
    for (const client of clients)
      for (const model of models.length > 0 ? models : ['']) spoken.add(formatFor(channel, client, model))
  return [...spoken].map((one) => formatNames[one]).join(', ')
}

const callsOf = (provider: Provider): string => kindsOf(provider).map(nameOf).join(', ')

const nameOf = (kind: CallKind): string => kind.replaceAll('_', ' ')

const bases: readonly Basis[] = ['recorded answer', 'documentation', 'fake']

/** The source of the answers in the tests of each kind of call. */
function testedOf(type: number, provider: Provider): string {
  const kinds = kindsOf(provider).map((kind) => [kind, basisOf(type, kind)] as const)
  const groups = bases
    .map((basis) => [basis, kinds.filter(([, found]) => found === basis).map(([kind]) => nameOf(kind))] as const)
    .filter(([, names]) => names.length > 0)
  const tested = groups.map(([basis, names], index) => {
    const isLast = index === groups.length - 1
    return isLast && names.length > 1 ? `${basis}: the others` : `${basis}: ${names.join(', ')}`
  })
  return groups.length === 1 ? (groups[0]?.[0] ?? '') : tested.join('; ')
}

function basisOf(type: number, kind: CallKind): Basis {
  if (kind === 'chat') {
    if (recordedHosts.some((host) => host.type === type)) return 'recorded answer'
    return providerTable.some((row) => row.type === type && row.isFake) ? 'fake' : 'documentation'
  }
  const cell = callCells[type]?.[kind]
  if (!cell) throw new Error(`no test for ${kind} of type ${type}`)
  return cell.basis
}

function learnedOf({ modelListUrlOf, balance }: Provider): string {
  const channel = { baseUrl: 'https://host.example', organization: null, other: '' }
  return [modelListUrlOf(channel, '') === null ? '' : 'models', balance ? 'balance' : ''].filter(Boolean).join(', ')
}

if (import.meta.main) await Bun.write(providersPage, withProviderTable(await Bun.file(providersPage).text()))
