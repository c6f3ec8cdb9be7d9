import { recordOf } from '@sluice/contract/read-json'
import type { SecretBox } from '../platform/secret-box.ts'

// The password of a channel's proxy, `http://user:password@host`: sealed in the database, masked in answers.

const place = 'channels.setting.proxy'
const withPassword = /^([a-z][a-z\d+.-]*:\/\/[^/:@]*):(.*)@/i
const hidden = '***'

/** The proxy in its stored form. */
export const sealProxyPassword = (secretBox: SecretBox, proxy: string): string =>
  proxy.replace(withPassword, (_, head: string, password: string) => `${head}:${secretBox.seal(password, place)}@`)

/**
 * The proxy in the form that is called. A password that cannot be opened is used as it is: it was sealed with another
 * secret, and the proxy refuses it.
 */
export const openProxyPassword = (secretBox: SecretBox, proxy: string): string =>
  proxy.replace(withPassword, (whole, head: string, box: string) => {
    try {
      return `${head}:${secretBox.open(box, place)}@`
    } catch {
      return whole
    }
  })

/** `http://user:***@host` for `http://user:secret@host`. */
const hideProxyPassword = (proxy: string): string => proxy.replace(withPassword, `$1:${hidden}@`)

/**
 * The proxy to store: a masked password means the stored one. Null where a masked password comes with a proxy other
 * than the stored one, which must not receive it.
 */
export function proxyToStore(secretBox: SecretBox, given: string, stored: string | undefined): string | null {
  if (stored !== undefined && given === hideProxyPassword(stored)) return stored
  return withPassword.exec(given)?.[2] === hidden ? null : sealProxyPassword(secretBox, given)
}

/** The JSON text of a channel's setting, as administrators see it. */
export function hideSettingPassword(setting: string | null): string | null {
  if (setting === null || !setting.includes('@')) return setting
  try {
    const read = recordOf(JSON.parse(setting))
    if (typeof read.proxy !== 'string') return setting
    return JSON.stringify({ ...read, proxy: hideProxyPassword(read.proxy) })
  } catch {
    return setting
  }
}
