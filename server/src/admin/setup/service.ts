import { passwordBounds, usernameBounds } from '@sluice/contract/account-bounds'
import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { quota } from '@sluice/contract/quota'
import { roles, userStatus } from '@sluice/contract/roles'
import type { SetupStatus, setupRequest } from '@sluice/contract/setup'
import { password, username } from '@sluice/contract/user'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { type Gift, openAccount } from '../../ledger/open-account.ts'
import type { Peer } from '../../platform/local-peer.ts'
import { isEqualSecret } from '../../platform/secret-box.ts'
import type { OptionKey } from '../../state/option-registry.ts'
import { isUniqueViolation } from '../../store/dialects/errors.ts'
import { readOptionText, writeOptionText } from '../../store/options.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { insertSetup, isSetUp } from '../../store/setups.ts'
import { findUser, hasUserOfRole, noIdentity } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { AuditEntry } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'
import { findSetupToken, needsSetupToken } from './setup-access.ts'

type Setup = z.output<typeof setupRequest>
type Audit = (entry: AuditEntry, db?: Kysely<Database>) => Promise<void>

/** The first balance of the account that set-up creates, with it. */
const rootGift: Gift = {
  kind: 'initial',
  ref: 'initial:user',
  amount: quota(100_000_000),
  note: { code: 'set_up', params: {} },
  text: null,
}

interface SetupCaller {
  raw: Request
  peer: Peer
}

export async function readSetupStatus(
  { db, engine, config }: AdminDependencies,
  caller: SetupCaller,
): Promise<SetupStatus> {
  const isDone = await isSetUp(db)
  if (isDone) return { status: true, root_init: true, database_type: '', setup_token_required: false }
  return {
    status: false,
    root_init: await hasUserOfRole(db, roles.root),
    // A log database alone can be one of ClickHouse.
    database_type: engine === 'clickhouse' ? '' : engine,
    setup_token_required: needsSetupToken(config, caller),
  }
}

/**
 * Creates the root account (unless one exists), stores the site's name and mode, and closes set-up permanently, in one
 * transaction: the unique set-up row admits one of two concurrent calls. Returns the created account; null if one
 * existed, because the caller did not prove to be its owner.
 */
export async function initialise(
  deps: AdminDependencies,
  request: Setup,
  { audit, requestId, ...caller }: SetupCaller & { audit: Audit; requestId: string },
): Promise<UserRow | null> {
  const { db, config, clock } = deps
  if (await isSetUp(db)) throw new GatewayError('already_initialised')
  if (needsSetupToken(config, caller) && !isEqualSecret(request.setup_token ?? '', await findSetupToken(deps)))
    throw new GatewayError('setup_token_wrong')
  const options = buildOptionTexts(request)
  const root = (await hasUserOfRole(db, roles.root)) ? null : await prepareRoot(deps, request)
  let rootId: number | null
  try {
    rootId = await db.transaction().execute(async (trx) => {
      const updatedAt = clock.now()
      await insertSetup(trx, { version: deps.version, initializedAt: updatedAt })
      const gifts = [rootGift]
      const id = root ? await openAccount(trx, { user: root, gifts, at: updatedAt, requestId }) : null
      if (!options.has('RegisterEnabled')) await closeRegistration(trx, updatedAt)
      for (const [name, value] of options) await writeOptionText(trx, { name, value, updatedAt })
      await audit({ action: 'setup', objectType: 'system', objectId: 1 }, trx)
      return id
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new GatewayError('already_initialised')
    throw error
  }
  await deps.state.publish({ kind: 'options' })
  return rootId === null ? null : ((await findUser(db, rootId)) ?? null)
}

/** The options that set-up stores, as texts. */
function buildOptionTexts(setup: Setup) {
  const { SystemName = '', ServerAddress = '', RegisterEnabled, SelfUseModeEnabled, DemoSiteEnabled } = setup
  const texts = new Map<OptionKey, string>([
    ['SelfUseModeEnabled', String(SelfUseModeEnabled)],
    ['DemoSiteEnabled', String(DemoSiteEnabled)],
  ])
  if (SystemName !== '') texts.set('SystemName', SystemName)
  if (ServerAddress !== '') texts.set('ServerAddress', ServerAddress)
  if (RegisterEnabled !== undefined) texts.set('RegisterEnabled', String(RegisterEnabled))
  return texts
}

/** Registration stays closed unless the set-up opens it. A site that was imported before keeps its own setting. */
async function closeRegistration(trx: Kysely<Database>, updatedAt: number): Promise<void> {
  const name = 'RegisterEnabled' satisfies OptionKey
  if ((await readOptionText(trx, name)) === undefined) await writeOptionText(trx, { name, value: 'false', updatedAt })
}

async function prepareRoot({ passwords, clock }: AdminDependencies, request: Setup) {
  const name = username.safeParse(request.username ?? '')
  if (!name.success) throw invalid('username', makeReason('adminName', usernameBounds))
  const { password: chosen = '', confirmPassword = '' } = request
  if (chosen !== confirmPassword) throw invalid('confirmPassword', makeReason('passwordsDiffer'))
  if (!password.safeParse(chosen).success) throw invalid('password', makeReason('adminPassword', passwordBounds))
  return {
    username: name.data,
    password_hash: await passwords.hash(chosen),
    display_name: 'Root User',
    role: roles.root,
    status: userStatus.enabled,
    ...noIdentity,
    group_name: 'default',
    setting: '{}',
    root_marker: 1,
    created_at: clock.now(),
    deleted_at: null,
  }
}

const invalid = (field: string, reason: Reason): GatewayError => refusedField(field, reason, 'setup_invalid')
