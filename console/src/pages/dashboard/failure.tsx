import { TableFailure } from '../../components/data-table-states.tsx'

interface Failing {
  data: unknown
  error: Error | null
  refetch(): unknown
}

/** Replaces a part that failed at the first load; after later failures the old data stays, with a notice. */
export const PanelFailure = ({ query }: { query: Failing }) =>
  query.data === undefined && query.error ? <TableFailure query={query} error={query.error} /> : null
