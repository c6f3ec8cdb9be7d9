import { TableFailure } from '../../components/data-table-states.tsx'

interface Failing {
  data: unknown
  error: Error | null
  refetch(): unknown
}

/** In place of a part that could not be loaded the first time; later failures leave what was there, and are told. */
export const PanelFailure = ({ query }: { query: Failing }) =>
  query.data === undefined && query.error ? <TableFailure query={query} error={query.error} /> : null
