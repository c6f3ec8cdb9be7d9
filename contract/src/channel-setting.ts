import { channelSetting } from './channel.ts'
import { makeReason, type Reason } from './error-reasons.ts'
import type { JsonRecord } from './read-json.ts'
import { parseOptions, reasonOfIssue } from './reason-of-issue.ts'

/** What is wrong with one setting, named by its path in the object: `limits.rpm`. */
export interface SettingFault {
  path: string
  reason: Reason
}

/** What is wrong with the settings of a channel, each at its place. Unknown settings have no effect. */
export function findSettingFaults(setting: JsonRecord): SettingFault[] {
  const issues = channelSetting.safeParse(setting, parseOptions).error?.issues ?? []
  const faults = issues.map((issue) => ({ path: issue.path.join('.'), reason: reasonOfIssue(issue) }))
  const reason = typeof setting.proxy === 'string' ? objectionToProxy(setting.proxy) : null
  return reason === null ? faults : [...faults, { path: 'proxy', reason }]
}

const objectionToProxy = (proxy: string): Reason | null =>
  proxy === '' || /^(https?|socks5h?):\/\/[^\s/?#]+([/?#]\S*)?$/.test(proxy) ? null : makeReason('proxyForm')
