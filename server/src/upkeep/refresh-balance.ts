import type { ChannelReason } from '@sluice/contract/channel-reasons'
import type { Balance } from '../providers/balance-source.ts'
import { updateChannel } from '../store/channels.ts'
import type { ChannelRow } from '../store/schema.ts'
import { fetchBalance } from './fetch-balance.ts'
import type { JudgeTools, Switched } from './judge-channel.ts'
import { openChannel } from './open-channel.ts'

type BalanceTools = Pick<JudgeTools, 'db' | 'state' | 'clock' | 'secretBox' | 'allowPrivate' | 'switchChannel'>

/** Queries the balance, stores it, and switches the channel off if it is used up. Throws GatewayError. */
export async function refreshBalance(
  { db, state, clock, secretBox, allowPrivate, switchChannel }: BalanceTools,
  row: ChannelRow,
  signal: AbortSignal,
): Promise<{ balance: Balance; switched: Switched }> {
  const channel = openChannel(secretBox, row)
  const balance = await fetchBalance(channel, { clock, allowPrivate, signal })
  await updateChannel(db, row.id, {
    balance: balance.amount,
    balance_currency: balance.currency,
    balance_updated_at: clock.now(),
  })
  const mayDisable = state.current().options.AutomaticDisableChannelEnabled && channel.autoBan
  if (balance.amount > 0 || !mayDisable) return { balance, switched: '' }
  const reason: ChannelReason = {
    code: 'balance_used_up',
    params: { balance: `${balance.amount} ${balance.currency}` },
  }
  const isSwitched = await switchChannel({ id: row.id, name: row.name, to: 'disable', reason })
  return { balance, switched: isSwitched ? 'disabled' : '' }
}
