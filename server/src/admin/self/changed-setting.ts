import type { TextLanguage } from '@sluice/contract/messages/languages'
import type { selfWrite } from '@sluice/contract/user'
import type { z } from 'zod'
import { parseUserSetting } from '../../notify/user-setting.ts'
import type { Services } from '../../services.ts'
import { findUser } from '../../store/users.ts'

type SettingChange = { sidebar_modules: string } | { language: TextLanguage }

/**
 * The single setting that newer clients send to the route of the account. Null if the body has none, or has the stored
 * values: older clients send the whole account back.
 */
export async function changedSetting(
  { db }: Services<'db'>,
  userId: number,
  { sidebar_modules, language }: z.output<typeof selfWrite>,
): Promise<SettingChange | null> {
  if (sidebar_modules === undefined && !language) return null
  const row = await findUser(db, userId)
  const stored = row && parseUserSetting(row.setting).sidebar_modules
  if (sidebar_modules !== undefined && sidebar_modules !== stored) return { sidebar_modules }
  return language && language !== row?.language ? { language } : null
}
