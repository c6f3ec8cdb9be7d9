import { makeReason } from '@sluice/contract/error-reasons'
import type { userSettingWrite } from '@sluice/contract/user'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import {
  mergeUserSetting,
  parseUserSetting,
  type UserSetting,
  webhookSecretSealContext,
} from '../../notify/user-setting.ts'
import { calledBackObjection, parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { findUser, replaceSetting, updateUser } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { refusedField } from '../refused-field.ts'

const attemptsMax = 5

type SettingWrite = z.output<typeof userSettingWrite> & { sidebar_modules?: string }

/** Changes the given settings of the caller; the others stay, even if two writes collide. */
export async function writeSetting(
  deps: AdminDependencies,
  userId: number,
  { language, ...write }: SettingWrite,
): Promise<void> {
  if (language !== undefined) await updateUser(deps.db, userId, { language })
  const changes = parseSettingWrite(deps, userId, write)
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const row = await findUser(deps.db, userId)
    if (!row) throw new GatewayError('not_logged_in')
    const to = mergeUserSetting(row.setting, changes)
    const { notify_type: type, webhook_url: url } = parseUserSetting(to)
    if (type === 'webhook' && url === '') throw refusedField('webhook_url', makeReason('webhookMissing'))
    if (to !== row.setting && !(await replaceSetting(deps.db, userId, { from: row.setting, to }))) continue
    await deps.state.publish({ kind: 'user', id: userId })
    return
  }
  throw new GatewayError('server_overloaded', {}, { retryAfterSeconds: 1 })
}

function parseSettingWrite(
  { config, secretBox }: AdminDependencies,
  userId: number,
  { webhook_secret: secret, ...write }: Omit<SettingWrite, 'language'>,
): Partial<UserSetting> {
  const { webhook_url: url } = write
  if (url !== undefined && url !== '') {
    const objection = calledBackObjection(url, parseOutboundAllow(config.OUTBOUND_ALLOW))
    if (objection !== null) throw refusedField('webhook_url', objection)
  }
  const given = Object.fromEntries(Object.entries(write).filter(([, value]) => value !== undefined))
  if (secret === null) return { ...given, webhook_secret_box: '' }
  if (!secret) return given
  return { ...given, webhook_secret_box: secretBox.seal(secret, webhookSecretSealContext(userId)) }
}
