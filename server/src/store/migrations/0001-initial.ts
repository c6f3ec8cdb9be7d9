import { type ColumnDefinitionBuilder, type Kysely, type Migration, sql } from 'kysely'
import { type ColumnTypes, columnTypes } from '../dialects/column-types.ts'
import { engineOf } from '../dialects/engine.ts'
import type { Database } from '../schema.ts'

type Column = ColumnDefinitionBuilder
type Add = (name: string, build?: (column: Column) => Column) => TableSketch

/** One table being laid out. Columns are NOT NULL unless added by an `optional…` method. */
interface TableSketch {
  /** `append only`: rows are never deleted, or oldest first, so that the highest id stays taken. */
  id(rows?: 'append only'): TableSketch
  integer: Add
  optionalInteger: Add
  real: Add
  name(name: string, length: number, build?: (column: Column) => Column): TableSketch
  optionalName(name: string, length: number): TableSketch
  text: Add
  optionalText: Add
  /** Whole quota units, 0 to begin with, within the safe range; below 0 only where a debt makes sense. */
  money(name: string, mayBe?: 'debt'): TableSketch
  /** With a layout hint: rows live in the primary key's own tree, where the engine has the choice. */
  create(layout?: 'small rows by key'): Promise<void>
  index(columns: string[], unique?: 'unique'): TableSketch
  primaryKey(columns: string[]): TableSketch
  foreignKey(column: string, table: string): TableSketch
}

export const initial: Migration = {
  async up(db) {
    const types = await columnTypes(db, engineOf(db as Kysely<Database>))
    const table = (name: string) => sketchTable(db, types, name)
    await createAccounts(table)
    await createRouting(table)
    await createMoney(table)
    await createRecords(table)
  },
}

type Sketch = (name: string) => TableSketch

async function createAccounts(table: Sketch): Promise<void> {
  await table('users')
    .id()
    .name('username', 64)
    .name('password_hash', 255)
    .name('display_name', 255)
    .integer('role')
    .integer('status')
    .optionalName('email', 255)
    .optionalName('github_id', 255)
    .optionalName('oidc_id', 255)
    .optionalName('wechat_id', 255)
    .optionalName('telegram_id', 255)
    .optionalName('linux_do_id', 255)
    .optionalName('access_token_hash', 64)
    .money('quota', 'debt')
    .money('used_quota')
    .money('request_count')
    .name('group_name', 64)
    .optionalName('aff_code', 64)
    .money('aff_count')
    .money('aff_quota')
    .money('aff_history_quota')
    .integer('inviter_id', (column) => column.defaultTo(0))
    .text('setting')
    .optionalInteger('root_marker', (column) => column.check(sql`root_marker = 1`))
    .integer('created_at')
    .optionalInteger('deleted_at')
    .index(['username'], 'unique')
    .index(['email'], 'unique')
    .index(['github_id'], 'unique')
    .index(['oidc_id'], 'unique')
    .index(['wechat_id'], 'unique')
    .index(['telegram_id'], 'unique')
    .index(['linux_do_id'], 'unique')
    .index(['access_token_hash'], 'unique')
    .index(['aff_code'], 'unique')
    .index(['root_marker'], 'unique')
    .create()
  await table('sessions')
    .name('id_hash', 64, (column) => column.primaryKey())
    .integer('user_id')
    .integer('created_at')
    .integer('last_seen_at')
    .integer('expires_at')
    .name('ip', 64)
    .text('user_agent')
    .foreignKey('user_id', 'users')
    .index(['user_id'])
    .index(['expires_at'])
    .create()
  await table('api_tokens')
    .id()
    .integer('user_id')
    .name('name', 255)
    .name('key_hash', 64)
    .text('key_box')
    .integer('status')
    .integer('created_at')
    .integer('accessed_at')
    .optionalInteger('expires_at')
    .money('remain_quota', 'debt')
    .money('used_quota')
    .money('granted_quota', 'debt')
    .integer('unlimited_quota')
    .integer('model_limits_enabled')
    .text('model_limits')
    .text('allow_ips')
    .name('group_name', 64)
    .optionalInteger('deleted_at')
    .index(['key_hash'], 'unique')
    .index(['user_id'])
    .create()
}

async function createRouting(table: Sketch): Promise<void> {
  await table('channels')
    .id()
    .integer('type')
    .name('name', 255)
    .text('key_box')
    .optionalText('openai_organization')
    .optionalText('test_model')
    .integer('status')
    .integer('weight')
    .integer('priority')
    .integer('created_at')
    .integer('test_at')
    .integer('response_time_ms')
    .optionalText('base_url')
    .text('other')
    .real('balance')
    .integer('balance_updated_at')
    .text('models')
    .text('group_names')
    .money('used_quota')
    .optionalText('model_mapping')
    .optionalText('status_code_mapping')
    .integer('auto_ban')
    .text('other_info')
    .optionalName('tag', 255)
    .optionalText('setting')
    .optionalText('param_override')
    .integer('max_input_tokens')
    .optionalInteger('expires_at')
    .index(['tag'])
    .create()
  await table('abilities')
    .name('group_name', 64)
    .name('model', 255)
    .integer('channel_id')
    .integer('enabled')
    .integer('priority')
    .integer('weight')
    .optionalName('tag', 255)
    .primaryKey(['group_name', 'model', 'channel_id'])
    .foreignKey('channel_id', 'channels')
    .index(['channel_id'])
    .create()
  await table('options')
    .name('name', 128, (column) => column.primaryKey())
    .text('value')
    .integer('updated_at')
    .create()
}

const kinds = sql`kind in ('initial', 'charge', 'credit', 'refund', 'adjustment')`

async function createMoney(table: Sketch): Promise<void> {
  await table('ledger_entries')
    .id('append only')
    .integer('user_id')
    .optionalInteger('token_id')
    .optionalInteger('channel_id')
    .name('kind', 16, (column) => column.check(kinds))
    .money('amount', 'debt')
    .name('ref', 191)
    .optionalName('request_id', 128)
    .text('note')
    .integer('created_at')
    .index(['ref'], 'unique')
    .create()
  await table('reservations')
    .name('ref', 191, (column) => column.primaryKey())
    .integer('user_id')
    .optionalInteger('token_id')
    .money('amount')
    .integer('epoch_id')
    .optionalInteger('checkpoint_charge', (column) => column.check(sql`checkpoint_charge >= 0`))
    .optionalText('checkpoint_row')
    .optionalInteger('channel_id')
    .integer('created_at')
    .create('small rows by key')
  await table('epochs').id().name('node', 255).integer('started_at').integer('lease_until').create()
}

async function createRecords(table: Sketch): Promise<void> {
  await table('usage_logs')
    .id('append only')
    .integer('user_id')
    .integer('created_at')
    .integer('type')
    .name('username', 64)
    .integer('token_id')
    .name('token_name', 255)
    .integer('channel_id')
    .name('model_name', 255)
    .name('group_name', 64)
    .money('quota', 'debt')
    .money('list_quota', 'debt')
    .money('cost_quota', 'debt')
    .integer('prompt_tokens')
    .integer('completion_tokens')
    .integer('use_time_ms')
    .integer('is_stream')
    .name('request_id', 128)
    .text('content')
    .text('detail')
    // Both end in `id`: pages go by (created_at, id).
    .index(['created_at', 'id'])
    .index(['user_id', 'created_at', 'id'])
    .create()
  await table('audit_logs')
    .id()
    .integer('created_at')
    .integer('actor_id')
    .name('actor_name', 64)
    .name('action', 128)
    .name('object_type', 64)
    .name('object_id', 255)
    .optionalText('before')
    .optionalText('after')
    .name('ip', 64)
    .name('request_id', 128)
    .index(['created_at', 'id'])
    .create()
  await table('setups')
    .integer('id', (column) => column.primaryKey().check(sql`id = 1`))
    .name('version', 64)
    .integer('initialized_at')
    .create()
}

function sketchTable(db: Kysely<unknown>, types: ColumnTypes, name: string): TableSketch {
  let builder = db.schema.createTable(name)
  const indexes: { columns: string[]; isUnique: boolean }[] = []
  const keep = (column: Column) => column
  const add = (type: ReturnType<ColumnTypes['name']>, column: string, build = keep) => {
    builder = builder.addColumn(column, type as never, build)
    return sketch
  }
  const required = (build: (column: Column) => Column) => (column: Column) => build(column.notNull())
  const sketch: TableSketch = {
    id: (rows) => add(types.id, 'id', rows ? types.buildAppendOnlyId : types.buildId),
    integer: (column, build = keep) => add(types.integer, column, required(build)),
    optionalInteger: (column, build) => add(types.integer, column, build),
    real: (column, build = keep) => add(types.real, column, required(build)),
    name: (column, length, build = keep) => add(types.name(length), column, required(build)),
    optionalName: (column, length) => add(types.name(length), column),
    text: (column, build = keep) => add(types.text, column, required(build)),
    optionalText: (column, build) => add(types.text, column, build),
    money(column, mayBe) {
      const [low, high] = [mayBe === 'debt' ? Number.MIN_SAFE_INTEGER : 0, Number.MAX_SAFE_INTEGER]
      const range = sql`${sql.ref(column)} between ${sql.lit(low)} and ${sql.lit(high)}`
      return add(types.integer, column, (definition) => definition.notNull().defaultTo(0).check(range))
    },
    index(columns, unique) {
      indexes.push({ columns, isUnique: unique === 'unique' })
      return sketch
    },
    primaryKey(columns) {
      builder = builder.addPrimaryKeyConstraint(`${name}_pk`, columns as never)
      return sketch
    },
    foreignKey(column, target) {
      builder = builder.addForeignKeyConstraint(
        `${name}_${column}_fk`,
        [column as never],
        target,
        ['id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      return sketch
    },
    async create(layout) {
      await builder.modifyEnd(layout ? types.keyedTableEnd : types.tableEnd).execute()
      for (const { columns, isUnique } of indexes) {
        const index = db.schema
          .createIndex(`${name}_by_${columns.join('_')}`)
          .on(name)
          .columns(columns)
        await (isUnique ? index.unique() : index).execute()
      }
    },
  }
  return sketch
}
