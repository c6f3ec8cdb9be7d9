import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer, type Submitted } from '../../components/form-drawer.tsx'
import { UnreadableDrawer } from '../../components/unreadable-drawer.tsx'
import { useOpening } from '../../components/use-opening.ts'
import { catalogueKey } from '../../lib/catalogue-queries.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { changedFields } from './changed-fields.ts'

/** A kind of catalogue entry: how it is read and written. */
export interface EntryKind<Row, Values extends object, Write extends object> {
  name: 'models' | 'vendors' | 'prefill'
  blank: Values
  nameOf(row: Row): string
  read(id: number, signal: AbortSignal): Promise<Row>
  buildValues(row: Row): Values
  /** `row` is the edited entry; null = a new one. */
  buildWrite(values: Values, row: Row | null): Write
  create(write: Write): Promise<Row>
  update(changes: Partial<Write> & { id: number }): Promise<Row>
}

interface EntryDrawerProps<Row, Values extends object, Write extends object> {
  kind: EntryKind<Row, Values, Write>
  /** `new`, an id, or '' while closed. */
  open: string
  /** Initial values of a new entry, if any. */
  begin?: Partial<Values>
  onClose(): void
  children(row: Row | null): ReactNode
}

const idOf = (open: string | null): number | null =>
  open !== null && /^[1-9]\d{0,14}$/.test(open) ? Number(open) : null

/** Adds or edits an entry. */
export function EntryDrawer<Row extends { id: number }, Values extends object, Write extends object>(
  props: EntryDrawerProps<Row, Values, Write>,
) {
  const { kind, open, begin, onClose, children } = props
  const { t } = useTranslation(['catalogue', 'common'])
  const shown = useOpening(open === '' ? null : open)
  const id = idOf(shown.open)
  // Loaded at each opening, and not again while open: edits are compared with it.
  const query = useQuery({
    queryKey: ['catalogue-entry', kind.name, id, shown.count],
    queryFn: id === null ? skipToken : ({ signal }) => kind.read(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { data: row, error } = query
  const save = useSave(kind)
  if (id === null && shown.open !== 'new') return null
  if (error !== null)
    return (
      <UnreadableDrawer
        open={shown.isOpen}
        title={t(`${kind.name}.unreadable`)}
        error={error}
        notFoundText={t(`${kind.name}.gone`)}
        isRetrying={query.isFetching}
        onRetry={query.refetch}
        onClose={onClose}
      />
    )
  const isNew = id === null
  const isLoading = !isNew && row === undefined
  const title = isNew ? t(`${kind.name}.add`) : t(`${kind.name}.edit`)
  return (
    <FormDrawer<Values>
      key={shown.count}
      open={shown.isOpen}
      loading={isLoading}
      title={row === undefined ? title : `${title} · ${kind.nameOf(row)}`}
      {...(isNew && { submitText: t('common:actions.add') })}
      initialValues={row === undefined ? { ...kind.blank, ...begin } : kind.buildValues(row)}
      onSubmit={(values) => save(values, row ?? null)}
      onClose={onClose}
    >
      {!isLoading && children(row ?? null)}
    </FormDrawer>
  )
}

function useSave<Row extends { id: number }, Values extends object, Write extends object>(
  kind: EntryKind<Row, Values, Write>,
) {
  const { t } = useTranslation('catalogue')
  const client = useQueryClient()
  const showSaved = (text: string): Submitted => {
    toastSuccess(text)
    void client.invalidateQueries({ queryKey: catalogueKey })
    void client.invalidateQueries({ queryKey: ['pricing'] })
    return 'saved'
  }
  return async (values: Values, row: Row | null): Promise<Submitted> => {
    const write = kind.buildWrite(values, row)
    if (row === null) return showSaved(t('toast.created', { name: kind.nameOf(await kind.create(write)) }))
    const changes = changedFields(kind.buildWrite(kind.buildValues(row), row), write)
    if (Object.keys(changes).length === 0) return 'unchanged'
    const saved = await kind.update({ ...changes, id: row.id })
    return showSaved(t('toast.updated', { name: kind.nameOf(saved) }))
  }
}
