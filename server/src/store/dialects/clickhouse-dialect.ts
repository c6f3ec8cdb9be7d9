import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  DefaultQueryCompiler,
  type DeleteQueryNode,
  type Dialect,
  type Driver,
  type InsertQueryNode,
  type OperationNode,
  PrimitiveValueListNode,
  type QueryResult,
  type RawNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import { parseClickhouseAddress } from '../../platform/clickhouse-address.ts'
import { likeWithEscape, literalOfLike } from '../like.ts'
import { ClickhouseAdapter, notThere } from './clickhouse-adapter.ts'
import { type ClickhouseStatement, createClickhouseClient } from './clickhouse-client.ts'
import type { PoolOptions } from './postgres-dialect.ts'

const statementMs = 5_000

/**
 * Kysely over ClickHouse's HTTP interface: selections as elsewhere, insertions of plain values, deletions. It has no
 * transactions, no locks and no updates (changes are mutations, written as raw statements): a statement that needs them
 * fails.
 */
export const createClickhouseDialect = ({
  dsn,
  isPatient = false,
}: Pick<PoolOptions, 'dsn' | 'isPatient'>): Dialect => ({
  createAdapter: () => new ClickhouseAdapter(),
  createDriver: () => {
    const address = parseClickhouseAddress(dsn, 'LOG_SQL_DSN')
    return new ClickhouseDriver(createClickhouseClient({ address, statementMs: isPatient ? 0 : statementMs }))
  },
  createIntrospector: () => noIntrospection,
  createQueryCompiler: () => new ClickhouseCompiler(),
})

const refuse = (what: string) => async (): Promise<never> => {
  throw notThere(what)
}

/** Its tables are known by the steps that made them, see log-store/clickhouse/schema.ts. */
const noIntrospection: DatabaseIntrospector = {
  getSchemas: refuse('description of its schemas here'),
  getTables: refuse('description of its tables here'),
  getMetadata: refuse('description of its tables here'),
}

/**
 * Numbers stand in the text, where only digits can; texts are bound. The address of a request is limited, and lists of
 * ids are long.
 */
class ClickhouseCompiler extends DefaultQueryCompiler {
  #texts = 0

  override compileQuery(node: Parameters<DefaultQueryCompiler['compileQuery']>[0], queryId: CompiledQuery['queryId']) {
    this.#texts = 0
    return super.compileQuery(node, queryId)
  }

  protected override appendValue(value: unknown): void {
    if (typeof value === 'string') {
      this.addParameter(value)
      this.#texts += 1
      this.append(`{p${this.#texts}:String}`)
    } else this.append(literal(value))
  }

  protected override sanitizeStringLiteral(value: string): string {
    return value.replace(/[\\']/g, '\\$&')
  }

  /** Values as lines of JSON behind the statement, which the server reads as a stream. */
  protected override visitInsertQuery(node: InsertQueryNode): void {
    const { into, columns, values } = node
    if (!into || !columns || !values || !ValuesNode.is(values) || node.onConflict || node.onDuplicateKey)
      throw notThere('such insertions')
    this.append('insert into ')
    this.visitNode(into)
    this.append(' (')
    this.compileList(columns)
    this.append(') format JSONCompactEachRow')
    for (const row of values.values) this.append(`\n${JSON.stringify(valuesOf(row).map(wellFormed))}`)
  }

  /** A deletion has a condition, even that of all rows. */
  protected override visitDeleteQuery(node: DeleteQueryNode): void {
    super.visitDeleteQuery(node)
    if (!node.where) this.append(' where 1')
  }

  protected override visitUpdateQuery(): void {
    throw notThere('updates, only mutations')
  }

  /** It has the escape character `\` alone in older versions. */
  protected override visitRaw(node: RawNode): void {
    const [column, pattern] = node.parameters
    if (column && pattern && ValueNode.is(pattern) && likeWithEscape(node.sqlFragments)) {
      this.visitNode(column)
      this.append(' like ')
      this.appendValue(literalOfLike(String(pattern.value)))
    } else super.visitRaw(node)
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value)))
    return value < 0 ? `(${value})` : String(value)
  throw new TypeError(`a value of the kind ${typeof value} has no form in ClickHouse`)
}

function valuesOf(row: OperationNode): unknown[] {
  if (PrimitiveValueListNode.is(row)) return [...row.values]
  if (ValueListNode.is(row)) return row.values.map((one) => (ValueNode.is(one) ? one.value : null))
  throw notThere('such insertions')
}

/** A half of a character has no form in UTF-8, and the server would refuse its row each time. */
const wellFormed = (value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)

class ClickhouseDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(run: (statement: ClickhouseStatement) => Promise<Record<string, unknown>[]>) {
    this.#connection = {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const rows = await run({ text: sql, texts: parameters.map(String) })
        // The columns of a statement are the caller's to know, as in every dialect.
        return { rows: rows as R[] }
      },
      streamQuery() {
        throw notThere('streams of rows here')
      },
    }
  }

  async init(): Promise<void> {}

  /** Each statement is a request of its own. */
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  beginTransaction = refuse('transactions')
  commitTransaction = refuse('transactions')
  rollbackTransaction = refuse('transactions')

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}
