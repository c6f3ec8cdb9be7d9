import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PauseCircleOutlined from '@ant-design/icons/es/icons/PauseCircleOutlined'
import PlayCircleOutlined from '@ant-design/icons/es/icons/PlayCircleOutlined'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../components/confirm-action.tsx'
import type { RowAction } from '../../components/row-actions.tsx'
import { catalogueKey } from '../../lib/catalogue-queries.ts'
import { may, useSessionUser } from '../../lib/session.ts'
import { toastSuccess } from '../../lib/toasts.ts'

interface EntryActionsOptions<Row> {
  /** An entry is edited in the drawer of its list. */
  list: { open(id: number): void; forget(row: Row): void }
  nameOf(row: Row): string
  remove(row: Row): Promise<unknown>
  question(row: Row): { title: string; consequence: string }
  /** For entries that can be switched off. */
  toggle?: { isOn(row: Row): boolean; set(row: Row, isOn: boolean): Promise<unknown> }
}

export type ActionsOf<Row> = (row: Row) => { visible: RowAction[]; menu: RowAction[] }

/** The actions on an entry: edit, switch, delete after a confirmation; none for those who may only read. */
export function useEntryActions<Row extends { id: number }>(options: EntryActionsOptions<Row>): ActionsOf<Row> {
  const { list, nameOf, remove, question, toggle } = options
  const { t } = useTranslation(['catalogue', 'common'])
  const confirm = useConfirmAction()
  const client = useQueryClient()
  const mayWrite = may(useSessionUser(), 'setting.write')
  const reload = async () => {
    void client.invalidateQueries({ queryKey: ['pricing'] })
    await client.invalidateQueries({ queryKey: catalogueKey })
  }
  const switching = useMutation({
    mutationFn: ({ row, isOn }: { row: Row; isOn: boolean }) => toggle?.set(row, isOn) ?? Promise.resolve(),
    onSuccess: (_, { row, isOn }) => {
      const name = nameOf(row)
      toastSuccess(isOn ? t('toast.enabled', { name }) : t('toast.disabled', { name }))
      return reload()
    },
  })
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: (_, row) => {
      toastSuccess(t('toast.deleted', { name: nameOf(row) }))
      list.forget(row)
      return reload()
    },
  })
  const askToDelete = (row: Row) =>
    confirm({
      ...question(row),
      confirm: t('common:actions.delete'),
      run: () => removal.mutateAsync(row),
    })
  const toggleOf = (row: Row): RowAction[] => {
    if (toggle === undefined) return []
    const isOn = toggle.isOn(row)
    return [
      {
        key: 'toggle',
        label: isOn ? t('common:actions.disable') : t('common:actions.enable'),
        icon: isOn ? <PauseCircleOutlined aria-hidden /> : <PlayCircleOutlined aria-hidden />,
        run: () => switching.mutate({ row, isOn: !isOn }),
      },
    ]
  }
  if (!mayWrite) return () => ({ visible: [], menu: [] })
  return (row) => ({
    visible: [
      {
        key: 'edit',
        label: t('common:actions.edit'),
        icon: <EditOutlined aria-hidden />,
        run: () => list.open(row.id),
      },
    ],
    menu: [
      ...toggleOf(row),
      {
        key: 'delete',
        label: t('common:actions.delete'),
        icon: <DeleteOutlined aria-hidden />,
        danger: true,
        run: () => askToDelete(row),
      },
    ],
  })
}
