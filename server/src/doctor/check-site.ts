import { channelStatus } from '@sluice/contract/roles'
import { findLoginMethods } from '../identity/login-methods.ts'
import type { Config } from '../platform/config.ts'
import { rootOf } from '../providers/root-of.ts'
import type { OptionValues } from '../state/option-registry.ts'
import { isRegistrationOpen } from '../state/registration-open.ts'
import type { ChannelState, Snapshot } from '../state/snapshot.ts'
import { unsetModels } from '../state/unset-models.ts'
import type { IdentityColumn } from '../store/login-methods.ts'
import { compareClocks } from './check-store.ts'
import { type Finding, note, ok, problem } from './finding.ts'
import type { Reach } from './reach.ts'

const hostsMax = 50

/**
 * Checks the channels, and whether their hosts answer; without `reach` they are not asked. Keys are not used; a test in
 * the console uses them.
 */
export async function checkChannels(
  { channels }: Snapshot,
  reach: Reach | null,
): Promise<{ findings: Finding[]; clocks: Finding[] }> {
  const all = [...channels.values()]
  const enabled = all.filter(({ status }) => status === channelStatus.enabled)
  if (enabled.length === 0)
    return { findings: [problem('channels', 'no_channel', { channels: all.length })], clocks: [] }
  const findings: Finding[] = []
  const stopped = all.filter(({ status }) => status === channelStatus.autoDisabled)
  if (stopped.length > 0) findings.push(note('channels', 'channels_switched_off', { names: stopped.map(nameOf) }))
  const keyless = enabled.filter(({ keys }) => keys.every((key) => key === ''))
  if (keyless.length > 0) findings.push(problem('channels', 'channels_without_key', { names: keyless.map(nameOf) }))
  const { failed, clocks } = reach === null ? nothingAsked : await reachHosts(enabled, reach)
  findings.push(...failed)
  if (findings.every(({ level }) => level === 'note'))
    findings.unshift(
      ok('channels', reach === null ? 'channels_not_asked' : 'channels_answer', { channels: enabled.length }),
    )
  return { findings, clocks }
}

const nothingAsked = {
  failed: [],
  clocks: [],
}

const nameOf = ({ id, name }: ChannelState): string => `${name} (#${id})`

async function reachHosts(channels: readonly ChannelState[], reach: Reach) {
  const byHost = new Map<string, ChannelState[]>()
  for (const channel of channels) {
    const address = rootOf(channel)
    const origin = address === null ? null : (URL.parse(address)?.origin ?? null)
    // A proxy reaches hosts that this machine does not.
    if (origin === null || channel.setting.proxy) continue
    byHost.set(origin, [...(byHost.get(origin) ?? []), channel])
  }
  const requested = [...byHost].slice(0, hostsMax)
  const answers = await Promise.all(requested.map(async ([origin]) => ({ origin, ...(await reach(origin)) })))
  const failed = answers.flatMap(({ origin, error }) =>
    error === null
      ? []
      : [
          problem('channels', 'host_unreachable', {
            host: origin,
            reason: error,
            names: (byHost.get(origin) ?? []).map(nameOf),
          }),
        ],
  )
  const timed = answers.find(({ clockOffMs }) => clockOffMs !== null)
  const clocks = timed ? [compareClocks(timed.clockOffMs ?? 0, 0, timed.origin)] : []
  return { failed, clocks }
}

export function checkPrices(snapshot: Snapshot, now: number): Finding[] {
  const models = unsetModels(snapshot, now).map(({ model }) => model)
  if (models.length === 0) return [ok('prices', 'models_priced')]
  const values = { models }
  return [
    snapshot.options.SelfUseModeEnabled
      ? note('prices', 'models_free', values)
      : problem('prices', 'models_unpriced', values),
  ]
}

/** Reports login methods of identity providers that cannot create accounts because registration is closed. */
export function checkRegistration(options: OptionValues): Finding[] {
  if (isRegistrationOpen(options)) return []
  const names = findLoginMethods(options).columns.map((column) => providerNames[column])
  return names.length === 0 ? [] : [note('accounts', 'login_without_registration', { names })]
}

const providerNames = {
  github_id: 'GitHub',
  oidc_id: 'OIDC',
  linux_do_id: 'LinuxDO',
  wechat_id: 'WeChat',
  telegram_id: 'Telegram',
} as const satisfies Record<IdentityColumn, string>

/** Checks the address for callbacks of payment gateways and for returning browsers. */
export function checkCallbacks(options: OptionValues): Finding[] {
  const callers = [
    ...(options.EpayId !== '' && options.PayAddress !== '' ? ['Epay'] : []),
    ...(options.StripeApiSecret !== '' ? ['Stripe'] : []),
  ]
  if (callers.length === 0) return [ok('callbacks', 'no_callbacks')]
  const address = options.CustomCallbackAddress || options.ServerAddress
  const values = { callers: callers.join(', '), address }
  if (address === '') return [problem('callbacks', 'callback_without_address', values)]
  if (isOwnMachine(address)) return [problem('callbacks', 'callback_to_own_machine', values)]
  return address.startsWith('https:')
    ? [ok('callbacks', 'callbacks_have_address', values)]
    : [note('callbacks', 'callback_unencrypted', values)]
}

/**
 * Checks that the address in ServerAddress is that of a gateway, with its base path; without `reach` it is not asked.
 */
export async function checkPublicAddress(
  { ServerAddress: address }: OptionValues,
  reach: Reach | null,
  { BASE_PATH: path }: Pick<Config, 'BASE_PATH'>,
): Promise<Finding[]> {
  if (address === '') return [note('public_address', 'no_public_address')]
  const values = { address }
  if (!address.endsWith(path)) return [problem('public_address', 'public_address_without_path', { ...values, path })]
  const isPlain = !address.startsWith('https:') && !isOwnMachine(address)
  if (reach === null)
    return [
      isPlain
        ? note('public_address', 'public_address_unencrypted', values)
        : ok('public_address', 'public_address_not_asked', values),
    ]
  const { error, status } = await reach(`${address.replace(/\/+$/, '')}/api/status`)
  if (error !== null) return [problem('public_address', 'public_address_unreachable', { ...values, reason: error })]
  if (status !== 200) return [problem('public_address', 'public_address_wrong', { ...values, status: status ?? 0 })]
  if (isPlain) return [note('public_address', 'public_address_unencrypted', values)]
  return [ok('public_address', 'public_address_fits', values)]
}

function isOwnMachine(address: string): boolean {
  const host = URL.parse(address)?.hostname ?? ''
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}
