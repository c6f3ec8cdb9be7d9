import { type DataGrouping, dataGroupings, dataGroupingsMax } from '@sluice/contract/data'
import type { HourGroup } from '../../store/usage-hour-question.ts'
import { wrongParameter } from '../wrong-parameter.ts'

/** Who asks: an account about itself, or an administrator about one account or all. */
export interface GroupingScope {
  isAdmin: boolean
  isOneAccount: boolean
}

export const columnOf = {
  model: 'model_name',
  token: 'token_id',
  group: 'group_name',
  client: 'client',
  channel: 'channel_id',
} as const satisfies Record<DataGrouping, HourGroup>

/** The groupings of the text; '' = by model. Those of a scope are few: the tokens of all accounts would not be. */
export function parseGroupings(text: string, { isAdmin, isOneAccount }: GroupingScope): DataGrouping[] {
  const names = text === '' ? ['model'] : text.split(',')
  const found = dataGroupings.filter((known) => names.includes(known))
  const isAllowed = (name: DataGrouping) => (name === 'token' ? isOneAccount : name !== 'channel' || isAdmin)
  if (found.length !== names.length || found.length > dataGroupingsMax || !found.every(isAllowed))
    throw wrongParameter('by')
  // In the order of the request: the first names a part.
  return found.toSorted((a, b) => names.indexOf(a) - names.indexOf(b))
}
