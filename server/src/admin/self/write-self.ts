import type { SessionGrant } from '@sluice/contract/session'
import type { selfWrite } from '@sluice/contract/user'
import type { z } from 'zod'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { buildGrant } from '../build-grant.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { SignInRequest } from '../finish-sign-in.ts'
import { changedSetting } from './changed-setting.ts'
import { renewKnownDevice, updateSelf } from './service.ts'
import { writeSetting } from './write-setting.ts'

/**
 * Writes what the body changes: the single setting that newer clients send here, or the account. A new password renews
 * the cookie of a known device and returns the session as newer clients read it; otherwise null.
 */
export async function writeSelf(
  deps: AdminDependencies,
  body: z.output<typeof selfWrite>,
  { caller, ip, raw, isHttps, setHeader }: Omit<SignInRequest, 'requestId'> & { caller: ConsoleCaller },
): Promise<SessionGrant | null> {
  const setting = await changedSetting(deps, caller.id, body)
  if (setting !== null) {
    await writeSetting(deps, caller.id, setting)
    return null
  }
  await updateSelf(deps, { caller, ip }, body)
  const cookie = body.password ? await renewKnownDevice(deps, caller, { raw, isHttps }) : null
  if (cookie === null) return null
  setHeader('set-cookie', cookie)
  return await buildGrant(deps, caller)
}
