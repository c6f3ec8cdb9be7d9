import type { Insertable, Selectable, Updateable } from 'kysely'
import type {
  AccountMessagesTable,
  AccountViewsTable,
  AdminRolesTable,
  ApiTokensTable,
  AuditLogsTable,
  CheckinsTable,
  GiftIdentitiesTable,
  NoticesTable,
  RetiredNamesTable,
  SessionsTable,
  SetupsTable,
  UserNotesTable,
  UsersTable,
} from './schema/accounts.ts'
import type {
  DocsPagesTable,
  ModelCardsTable,
  OptionsTable,
  PrefillGroupsTable,
  PriceChangesTable,
  VendorsTable,
} from './schema/catalogue.ts'
import type {
  AbilitiesTable,
  ChannelKeyUsesTable,
  ChannelModelChecksTable,
  ChannelSweepResultsTable,
  ChannelSweepsTable,
  ChannelsTable,
  DeletedChannelsTable,
} from './schema/channels.ts'
import type {
  BalanceLeasesTable,
  EpochsTable,
  ImportsTable,
  LedgerEntriesTable,
  LedgerWritersTable,
  OpeningSumsTable,
  ReservationsTable,
} from './schema/ledger.ts'
import type {
  PaymentAlertsTable,
  PaymentReversalsTable,
  RedemptionsTable,
  TopupOrdersTable,
  TopupSumsTable,
} from './schema/payments.ts'
import type { PriceProposalsTable, PriceSourceListsTable, PriceSourcesTable } from './schema/price-sources.ts'
import type {
  AuthenticatorsTable,
  CountedEventsTable,
  OneTimeCodesTable,
  PasskeysTable,
  RecoveryCodesTable,
  SignInFlowsTable,
} from './schema/sign-in.ts'
import type { StoredObjectsTable, TasksTable } from './schema/stored-work.ts'
import type { TaskFilesTable } from './schema/task-files.ts'
import type { TaskMessagesTable } from './schema/task-messages.ts'
import type {
  LogPositionsTable,
  UsageClientHoursTable,
  UsageDaysTable,
  UsageHoursTable,
  UsageLogsTable,
  UsageSumsTable,
} from './schema/usage.ts'

/**
 * The tables. Times are milliseconds (`…_at`) unless the name says otherwise; money is whole quota units in
 * 64-bit columns; booleans are 0/1 integers on every engine; JSON is text. Money columns (marked $) are written
 * only by the ledger.
 */
export interface Database {
  users: UsersTable
  admin_roles: AdminRolesTable
  user_notes: UserNotesTable
  account_messages: AccountMessagesTable
  sessions: SessionsTable
  account_views: AccountViewsTable
  api_tokens: ApiTokensTable
  channels: ChannelsTable
  abilities: AbilitiesTable
  options: OptionsTable
  ledger_entries: LedgerEntriesTable
  reservations: ReservationsTable
  epochs: EpochsTable
  balance_leases: BalanceLeasesTable
  ledger_writers: LedgerWritersTable
  usage_logs: UsageLogsTable
  usage_hours: UsageHoursTable
  usage_client_hours: UsageClientHoursTable
  usage_sums: UsageSumsTable
  usage_days: UsageDaysTable
  log_positions: LogPositionsTable
  notices: NoticesTable
  audit_logs: AuditLogsTable
  tasks: TasksTable
  task_files: TaskFilesTable
  task_messages: TaskMessagesTable
  stored_objects: StoredObjectsTable
  setups: SetupsTable
  one_time_codes: OneTimeCodesTable
  counted_events: CountedEventsTable
  gift_identities: GiftIdentitiesTable
  retired_names: RetiredNamesTable
  sign_in_flows: SignInFlowsTable
  authenticators: AuthenticatorsTable
  recovery_codes: RecoveryCodesTable
  passkeys: PasskeysTable
  redemptions: RedemptionsTable
  topup_orders: TopupOrdersTable
  topup_sums: TopupSumsTable
  payment_alerts: PaymentAlertsTable
  payment_reversals: PaymentReversalsTable
  checkins: CheckinsTable
  vendors: VendorsTable
  model_cards: ModelCardsTable
  prefill_groups: PrefillGroupsTable
  docs_pages: DocsPagesTable
  price_changes: PriceChangesTable
  deleted_channels: DeletedChannelsTable
  channel_sweeps: ChannelSweepsTable
  channel_sweep_results: ChannelSweepResultsTable
  imports: ImportsTable
  opening_sums: OpeningSumsTable
  channel_model_checks: ChannelModelChecksTable
  channel_key_uses: ChannelKeyUsesTable
  price_sources: PriceSourcesTable
  price_source_lists: PriceSourceListsTable
  price_proposals: PriceProposalsTable
}

export type {
  BalanceLeasesTable,
  LedgerEntriesTable,
  LedgerEntryKind,
  ReservationsTable,
} from './schema/ledger.ts'
export type UserRow = Selectable<UsersTable>
export type ApiTokenRow = Selectable<ApiTokensTable>
export type ChannelRow = Selectable<ChannelsTable>
export type AbilityRow = Selectable<AbilitiesTable>
export type UsageLogRow = Selectable<UsageLogsTable>
export type NewUsageLog = Insertable<UsageLogsTable>
export type NewUser = Insertable<UsersTable>
export type NewChannel = Insertable<ChannelsTable>
export type NewApiToken = Insertable<ApiTokensTable>
export type ChannelUpdate = Updateable<ChannelsTable>
export type ApiTokenUpdate = Updateable<ApiTokensTable>
export type AuditLogRow = Selectable<AuditLogsTable>
export type TaskRow = Selectable<TasksTable>
export type NewTask = Insertable<TasksTable>
