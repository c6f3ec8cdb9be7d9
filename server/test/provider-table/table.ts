import { channelTypes } from '@sluice/contract/channel-types'
import type { ChannelWrite } from '@sluice/contract/channel-write'
import { providers } from '../../src/providers/index.ts'
import type { MadeKeys, ProviderCases, ProviderRow } from './row.ts'

/** The name of a channel type. */
export const labelOf = (type: number): string => channelTypes.find(({ id }) => id === type)?.label ?? ''

/** A provider, its channel type, and its cases. */
interface TestedProvider extends ProviderCases {
  id: string
  type: number
}

/** Every provider by the file of its id. */
export const testedProviders: readonly TestedProvider[] = await Promise.all(
  providers.map(async ({ id, type }) => ({ ...(await loadCases(id)), id, type })),
)

async function loadCases(id: string): Promise<ProviderCases> {
  // A computed import has no type; each file declares its export as `ProviderCases`.
  const { cases } = (await import(`./cases/${id}.ts`)) as { cases: ProviderCases }
  return cases
}

/** The channel type of a provider. */
export function typeOf(id: string): number {
  const found = providers.find((provider) => provider.id === id)
  if (!found) throw new Error(`no provider ${id}`)
  return found.type
}

const byType = new Map(testedProviders.map((provider) => [provider.type, provider]))

export function casesOf(type: number): TestedProvider {
  const found = byType.get(type)
  if (!found) throw new Error(`no provider of type ${type}`)
  return found
}

/** Every channel type, with its usual variant first, and what its provider answers to a call of each kind. */
export const providerTable: readonly (ProviderRow & { type: number })[] = testedProviders.flatMap(({ type, rows }) =>
  rows.map((row) => ({ ...row, type })),
)

/** A channel of the row that serves its model as `gpt-4o`. Errors of the account do not switch it off. */
export const channelOf = (row: ProviderRow & { type: number }, made: MadeKeys): Partial<ChannelWrite> => ({
  type: row.type,
  models: 'gpt-4o',
  model_mapping: JSON.stringify({ 'gpt-4o': row.model }),
  ...row.channel,
  ...(row.keyOf && { key: row.keyOf(made) }),
  auto_ban: 0,
})
