import type { Kysely } from 'kysely'
import { GatewayError } from '../../core/errors.ts'
import { findOwner } from '../../store/callers.ts'
import type { Database } from '../../store/schema.ts'
import { buildSignedInCaller, type Caller } from '../call/caller.ts'
import type { AdmitPerson } from '../call/relay-call.ts'
import type { Authenticated } from './authenticate.ts'

/** Where the console's own chat calls models: by session, without an API token. */
export const playgroundPath = '/pg/chat/completions'

/** The account behind a session, its balance alone; its group until the body has named one. */
export async function authenticatePerson(
  db: Kysely<Database>,
  admitPerson: AdmitPerson,
  request: Request,
): Promise<Authenticated & { chooseGroup: (group: string) => Caller }> {
  const { id } = await admitPerson(request)
  const owner = await findOwner(db, id)
  if (!owner) throw new GatewayError('not_logged_in')
  const chooseGroup = (group: string) => buildSignedInCaller(owner, group)
  return { caller: chooseGroup(''), pinnedChannelId: null, chooseGroup }
}

const encoder = new TextEncoder()
/** As long as names of groups can be. It stands in the usage log, whatever it is. */
const groupLengthMax = 64

/**
 * The call without what is meant for us: `group` ('' = the account's own), and a `max_tokens` of 0, by which existing
 * pages say that there is no maximum.
 */
export function readPlaygroundBody(body: Record<string, unknown>): { group: string; bytes: Uint8Array } {
  const { group = '', ...rest } = body
  if (typeof group !== 'string' || group.length > groupLengthMax)
    throw new GatewayError('invalid_request', { reason: 'group is not valid' })
  if (rest.max_tokens === 0) delete rest.max_tokens
  return { group, bytes: encoder.encode(JSON.stringify(rest)) }
}
