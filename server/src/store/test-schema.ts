import { sql } from 'kysely'
import type { Store } from './open-database.ts'
import { partitionMonth } from './usage-partitions.ts'

// The schema and the rows of a database as text, for a comparison with another database: all tables, columns, defaults,
// constraints, indices, partitions, sequences and triggers that the engine reports. The tables of the migrator are left
// out, and so are values that depend only on the time.

/** One fact a line, sorted by table. */
export async function describeSchema(store: Store): Promise<string> {
  const facts = await readFacts[store.engine](store)
  return `${[...facts, ...(await describeRows(store))].map((fact) => withoutMonths(fact)).join('\n')}\n`
}

const readFacts: Record<Store['engine'], (store: Store) => Promise<string[]>> = {
  sqlite: (store) =>
    readLines(
      store,
      `select type || ' ' || name || ': ' || sql as line from sqlite_master
      where sql is not null and name not like 'kysely%' and name not like 'sqlite%' order by tbl_name, type desc, name`,
    ),
  async mysql(store) {
    const facts: string[] = []
    for (const name of await listTables(store)) {
      const { rows } = await sql<Record<string, string>>`show create table ${sql.table(name)}`.execute(store.db)
      facts.push(String(rows[0]?.['Create Table']).replace(/ AUTO_INCREMENT=\d+/, ''))
    }
    const triggers = `select concat('trigger ', trigger_name, ': ', action_statement) as line
      from information_schema.triggers where trigger_schema = database() order by trigger_name`
    return [...facts, ...(await readLines(store, triggers))]
  },
  clickhouse: () => Promise.reject(new Error('a main database is never one of ClickHouse')),
  async postgres(store) {
    const facts: string[] = []
    for (const query of postgresFacts) facts.push(...(await readLines(store, query)))
    return facts
  },
}

const own = `c.relnamespace = cast('public' as regnamespace) and c.relname not like 'kysely%'`

const postgresFacts = [
  `select concat_ws(' ', 'relation', c.relname, c.relkind, c.relpersistence, c.reloptions, pg_get_partkeydef(c.oid),
      (select 'in ' || cast(inhparent as regclass) from pg_inherits where inhrelid = c.oid),
      pg_get_expr(c.relpartbound, c.oid)) as line
    from pg_class as c where ${own} and c.relkind <> 'i' and c.relkind <> 'I' order by c.relname`,
  `select concat_ws(' ', 'column', c.relname, attnum, attname, format_type(atttypid, atttypmod),
      (select 'collate ' || collname from pg_collation where oid = attcollation and collname <> 'default'),
      case when attnotnull then 'not null' end, 'default ' || pg_get_expr(adbin, adrelid),
      case when attidentity <> '' then 'identity ' || cast(attidentity as text) end,
      case when attgenerated <> '' then 'generated' end) as line
    from pg_attribute join pg_class as c on c.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${own} and c.relkind in ('r', 'p') and attnum > 0 order by c.relname, attnum`,
  // The columns above include `not null`: only newer versions of the engine have a constraint for it.
  `select concat_ws(' ', 'constraint', c.relname, conname, pg_get_constraintdef(o.oid),
      case when not convalidated then 'not valid' end) as line
    from pg_constraint as o join pg_class as c on c.oid = conrelid
    where ${own} and contype <> 'n' order by c.relname, conname`,
  `select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), case when not indisvalid then 'not valid' end,
      'in ' || (select inhparent::regclass from pg_inherits where inhrelid = indexrelid)) as line
    from pg_index join pg_class as c on c.oid = indrelid
    where ${own} order by c.relname, indexrelid::regclass::text`,
  `select concat_ws(' ', 'sequence', c.relname, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache,
      seqcycle, 'next', pg_sequence_last_value(c.oid),
      'of', (select refobjid::regclass || '.' || attname from pg_depend join pg_attribute
        on attrelid = refobjid and attnum = refobjsubid
        where objid = c.oid and deptype in ('a', 'i'))) as line
    from pg_sequence join pg_class as c on c.oid = seqrelid where ${own} order by c.relname`,
  `select concat('trigger ', pg_get_triggerdef(t.oid)) as line
    from pg_trigger as t join pg_class as c on c.oid = tgrelid where ${own} and not tgisinternal
    order by c.relname, tgname`,
]

/** Each row as JSON, without the time of its change. */
async function describeRows(store: Store): Promise<string[]> {
  const facts: string[] = []
  for (const name of await listTables(store)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(store.db)
    facts.push(...rows.map(({ updated_at: _, ...values }) => `row of ${name}: ${JSON.stringify(values)}`).toSorted())
  }
  return facts
}

/** Without the tables of the migrator. */
async function listTables({ db }: Store): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.map(({ name }) => name).toSorted()
}

async function readLines({ db }: Store, query: string): Promise<string[]> {
  const { rows } = await sql.raw<{ line: string }>(query).execute(db)
  return rows.map(({ line }) => line)
}

/** The names and bounds of partitions by the distance of their month from the present one. */
function withoutMonths(fact: string): string {
  let text = fact
  for (let later = 0; later <= 4; later += 1) {
    const { name, fromAt } = partitionMonth(Date.now(), later)
    text = text.replaceAll(name, `usage_logs_month${later}`).replaceAll(String(fromAt), `<start of month ${later}>`)
  }
  return text
}
