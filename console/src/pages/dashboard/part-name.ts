import { otherClient } from '@sluice/contract/client-names'
import type { DataGrouping, DataPart, DataSums } from '@sluice/contract/data'
import type { CallFilters } from '../../lib/call-filters.ts'

/** The names of a part; a grouping has one. */
export type PartNames = Omit<DataPart, 'series' | keyof DataSums>

export interface PartWords {
  noKey: string
  goneKey(id: number): string
  noChannel: string
  goneChannel(id: number): string
  noGroup: string
  unknownClient: string
  otherClients: string
}

/** What a part is called, a name for each of the groupings, in their order. */
export const partNames = (part: PartNames, by: readonly DataGrouping[], words: PartWords): string[] =>
  by.map((name) => nameOf[name](part, words))

const nameOf: Record<DataGrouping, (part: PartNames, words: PartWords) => string> = {
  model: ({ model_name = '' }) => model_name,
  token: ({ token_id = 0, token_name }, words) =>
    token_id === 0 ? words.noKey : token_name || words.goneKey(token_id),
  group: ({ group }, words) => group || words.noGroup,
  client: ({ client }, words) => (client === otherClient ? words.otherClients : client || words.unknownClient),
  channel: ({ channel_id = 0, channel_name }, words) =>
    channel_id === 0 ? words.noChannel : channel_name || words.goneChannel(channel_id),
}

/** The filters of the usage log that find the calls of a part; null = the log has no filter for them. */
export function partFilters(part: PartNames): (Partial<CallFilters> & { client?: string }) | null {
  const { model_name, token_id, token_name, group, client, channel_id } = part
  if (token_id !== undefined && !token_name) return null
  if (group === '' || client === '' || client === otherClient || channel_id === 0) return null
  return {
    ...(model_name !== undefined && { model_name }),
    ...(token_name !== undefined && { token_name }),
    ...(group !== undefined && { group }),
    ...(client !== undefined && { client }),
    ...(channel_id !== undefined && { channel: String(channel_id) }),
  }
}

/** A text that is the same for the same part. */
export const partKey = ({ model_name, token_id, group, client, channel_id }: PartNames): string =>
  JSON.stringify([model_name, token_id, group, client, channel_id])
