import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { type ColumnTypes, columnTypes } from '../dialects/column-types.ts'
import { engineOf } from '../dialects/engine.ts'

type Column = ColumnDefinitionBuilder
type Add = (name: string, build?: (column: Column) => Column) => TableSketch

/** The definition of one table. Columns are NOT NULL unless added by an `optional…` method. */
export interface TableSketch {
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
  /**
   * `small rows by key`: rows live in the primary key's own tree, where the engine has the choice. `by month`: on
   * PostgreSQL a table whose partitions are made afterwards.
   */
  create(layout?: keyof ColumnTypes['tableEnds']): Promise<void>
  index(columns: string[], unique?: 'unique'): TableSketch
  namedIndex(name: string, columns: string[]): TableSketch
  primaryKey(columns: string[]): TableSketch
  foreignKey(column: string, table: string): TableSketch
}

export type SketchTable = (name: string) => TableSketch

/** Defines new tables of `db`, independent of the engine. */
export async function tableSketches(db: Kysely<unknown>): Promise<SketchTable> {
  const types = await columnTypes(db, engineOf(db))
  return (name) => sketchTable(db, types, name)
}

/** The casts: a constraint takes only columns that the builder has added itself, by literal types. */
function sketchTable(db: Kysely<unknown>, types: ColumnTypes, name: string): TableSketch {
  let builder = db.schema.createTable(name)
  const indexes: { name: string; columns: string[]; isUnique: boolean }[] = []
  const keep = (column: Column) => column
  const add = (type: ReturnType<ColumnTypes['name']>, column: string, build = keep) => {
    builder = builder.addColumn(column, type, build)
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
      indexes.push({ name: `${name}_by_${columns.join('_')}`, columns, isUnique: unique === 'unique' })
      return sketch
    },
    namedIndex(indexName, columns) {
      indexes.push({ name: indexName, columns, isUnique: false })
      return sketch
    },
    primaryKey(columns) {
      // The type of the builder lists the columns that its chain has added, which a loop cannot.
      builder = builder.addPrimaryKeyConstraint(`${name}_pk`, columns as never)
      return sketch
    },
    foreignKey(column, target) {
      builder = builder.addForeignKeyConstraint(
        `${name}_${column}_fk`,
        // As for the primary key.
        [column as never],
        target,
        ['id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      return sketch
    },
    async create(layout = 'rows') {
      await builder.modifyEnd(types.tableEnds[layout]).execute()
      for (const { name: indexName, columns, isUnique } of indexes) {
        const index = db.schema.createIndex(indexName).on(name).columns(columns)
        await (isUnique ? index.unique() : index).execute()
      }
    },
  }
  return sketch
}
