import type { Kysely } from 'kysely'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { patchJson } from '../../core/json/patch-json.ts'
import { findOwner } from '../../store/callers.ts'
import type { Database } from '../../store/schema.ts'
import { buildSignedInCaller, type Caller } from '../call/caller.ts'
import type { AdmitPerson, ClientBody } from '../call/relay-call.ts'
import type { Authenticated } from './authenticate.ts'
import { readField } from './read-client-body.ts'

/** The account of a session, with its own balance; its group until the body names one. */
export async function authenticatePerson(
  db: Kysely<Database>,
  admitPerson: AdmitPerson,
  request: Request,
): Promise<Authenticated & { chooseGroup: (group: string) => Caller }> {
  const { id, channelId, name } = await admitPerson(request)
  const owner = await findOwner(db, id)
  if (!owner) throw new GatewayError('not_logged_in')
  const chooseGroup = (group: string) => ({ ...buildSignedInCaller(owner, group), ...(name && { tokenName: name }) })
  return { caller: chooseGroup(''), pinnedChannelId: channelId ?? null, chooseGroup }
}

/** The longest group name. The usage log shows it unchanged. */
const groupLengthMax = 64

/**
 * The call without the parts for the gateway: `group` ('' = the account's own), and a `max_tokens` of 0, which existing
 * pages send for "no maximum". Every other byte stays.
 */
export function readPlaygroundBody(sent: ClientBody): { group: string; bytes: Uint8Array } {
  const group = checkGroup(readField(sent, 'group'))
  const removed = { group: null, ...(readField(sent, 'max_tokens') === 0 && { max_tokens: null }) }
  return { group, bytes: patchJson(sent.bytes, sent.fields, removed) }
}

/** The group of a call whose body is a form, which stays as it is: it has a header instead. */
export const readFormGroup = (headers: Headers): string => checkGroup(headers.get('new-api-group') ?? undefined)

/** The value of the field `group`; '' = the account's own. Throws GatewayError. */
export function checkGroup(chosen: unknown): string {
  const group = chosen === undefined ? '' : chosen
  if (typeof group !== 'string' || group.length > groupLengthMax) throw invalidRequest('notValid', { name: 'group' })
  return group
}
