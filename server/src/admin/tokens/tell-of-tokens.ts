import { isLanguage } from '@sluice/contract/messages/languages'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { buildNewTokensNotice } from '../../notify/notice-texts.ts'
import { describeError } from '../../platform/log.ts'
import type { AdminDependencies } from '../dependencies.ts'

/**
 * Tells the owner of tokens that a session created, since that needs no proof: a stranger at an open browser must not
 * go unnoticed. Programs with a system access token create them all the time. A failure does not undo the creation.
 */
export async function tellOfTokens(
  { notices, log }: Pick<AdminDependencies, 'notices' | 'log'>,
  { id, sessionHash, language }: ConsoleCaller,
  names: readonly string[],
): Promise<void> {
  if (sessionHash === null || names.length === 0) return
  try {
    await notices.add(id, buildNewTokensNotice(names, isLanguage(language) ? language : 'en'))
    notices.deliverSoon()
  } catch (error) {
    log.warn({ userId: id, error: describeError(error) }, 'the owner was not told of a new token')
  }
}
