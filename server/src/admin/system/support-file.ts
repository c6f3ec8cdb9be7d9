import { arch, platform, release } from 'node:os'
import { isSecret, type OptionKey, optionKeys, optionOf } from '@sluice/contract/options/registry'
import { isRecord } from '@sluice/contract/read-json'
import type { SystemCheckup, SystemState } from '@sluice/contract/system'
import { isKeyOf } from '@sluice/contract/typed-keys'
import { type Config, environment } from '../../platform/config.ts'
import { lastLogLines } from '../../platform/log.ts'
import { redact } from '../../platform/redact.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import { formatOption } from '../../state/option-values.ts'
import type { AdminDependencies } from '../dependencies.ts'

type SupportDependencies = Pick<AdminDependencies, 'log' | 'config' | 'state' | 'clock'>

/**
 * A JSON file for those who help: it says how the site is set and how it runs. It has no secret, and no text that
 * people wrote: of those it says how long they are.
 */
export function buildSupportFile(
  { log, config, state, clock }: SupportDependencies,
  { state: system, checks }: { state: SystemState; checks: SystemCheckup },
): Response {
  const now = new Date(clock.now()).toISOString()
  const file = {
    made_at: now,
    machine: { platform: platform(), release: release(), arch: arch() },
    environment: describeEnvironment(config),
    options: describeOptions(state.current().options),
    system,
    checks,
    log: lastLogLines(log).flatMap(describeLine),
  }
  // What is known is left out above; this catches a secret in a name or an address.
  const withoutSecrets = (_: string, value: unknown) => (typeof value === 'string' ? redact(value) : value)
  return new Response(JSON.stringify(file, withoutSecrets, 2), {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="sluice-support-${now.slice(0, 10)}.json"`,
    },
  })
}

const secretSetting = /SECRET|TOKEN|PASSPHRASE|DSN|CONN_STRING|HEADERS/

/** The settings of the environment that differ from their defaults; of secrets only that they are set. */
function describeEnvironment(config: Config): Record<string, unknown> {
  const described: Record<string, unknown> = {}
  const defaults: Record<string, unknown> = environment.parse({})
  for (const [name, value] of Object.entries(config)) {
    if (!isKeyOf(environment.shape, name) || value === defaults[name]) continue
    described[name] = secretSetting.test(name) ? 'set' : typeof value === 'string' ? redact(value) : value
  }
  return described
}

/** Texts that are no content: where the site is. */
const shownTexts: ReadonlySet<OptionKey> = new Set(['ServerAddress', 'CustomCallbackAddress'])

const describeOptions = (options: OptionValues): Record<string, unknown> =>
  Object.fromEntries(optionKeys.map((key) => [key, describeOption(key, options)]))

function describeOption(key: OptionKey, options: OptionValues): unknown {
  const text = formatOption(key, options[key])
  if (isSecret(key)) return text === '' ? 'not set' : 'set'
  const { kind } = optionOf(key)
  const isShown = kind === 'switch' || kind === 'number' || kind === 'choice' || shownTexts.has(key)
  return isShown ? redact(text) : `${text.length} characters`
}

/** Fields of a log line that name no person and hold no content. */
const lineFields = ['time', 'level', 'msg', 'worker', 'job', 'kind', 'status', 'code', 'channel', 'removed', 'count']

function describeLine(line: string): Record<string, unknown>[] {
  const fields: Record<string, unknown> = JSON.parse(line)
  const shown = Object.fromEntries(lineFields.flatMap((name) => (name in fields ? [[name, fields[name]]] : [])))
  const { error } = fields
  if (!isRecord(error)) return [shown]
  const { name, stack } = error
  // The first line of a stack repeats the message.
  const frames = typeof stack === 'string' ? stack.split('\n').filter((one) => /^\s+at /.test(one)) : []
  return [{ ...shown, error: { name, at: frames.slice(0, 5).map((one) => one.trim()) } }]
}
