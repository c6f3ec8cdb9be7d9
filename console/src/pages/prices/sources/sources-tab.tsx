import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { type PriceSource, priceListBytesMax } from '@sluice/contract/price-sources'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirmAction } from '../../../components/confirm-action.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import type { RowAction } from '../../../components/row-actions.tsx'
import { useListPage } from '../../../components/use-list-page.ts'
import { toastSuccess } from '../../../lib/toasts.ts'
import { useMayWritePrices } from '../prices-context.ts'
import { usePriceFile } from '../use-price-file.tsx'
import { AcceptRulesButton } from './accept-rules-button.tsx'
import { LookNotice } from './look-notice.tsx'
import { deleteSource, lookAtSource, sourcePageQuery, uploadList, useReload } from './queries.ts'
import { buildSourceColumns } from './source-columns.tsx'
import { SourceDrawer } from './source-drawer.tsx'

const noFilters = {}

/** Price lists that others keep, and the looks at them. */
export function SourcesTab() {
  const { t } = useTranslation(['price-sources', 'common'])
  const list = useListPage({ filters: noFilters, query: sourcePageQuery, rowKey: ({ id }) => id })
  const { actionsOf, notice, input } = useSourceActions({
    onEdit: ({ id }) => list.open(id),
    onDeleted: list.forget,
  })
  const isNew = list.query.data?.total === 0
  const mayWrite = useMayWritePrices()
  const addButton = mayWrite && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => list.open('new')}>
      {t('add')}
    </Button>
  )
  return (
    <>
      {input}
      <ListPage
        id="price-sources"
        list={list}
        isPart
        title={t('sources')}
        notice={notice}
        columns={buildSourceColumns(t, mayWrite ? actionsOf : null)}
        canRefresh
        buttons={
          <>
            {mayWrite && <AcceptRulesButton />}
            {!isNew && addButton}
          </>
        }
        empty={{ title: t('empty.sources'), hint: t('empty.sourcesHint'), action: addButton }}
      />
      <SourceDrawer open={list.opened === 'new' ? 'new' : (list.openRow ?? null)} onClose={list.close} />
    </>
  )
}

interface SourceActionsOptions {
  onEdit(source: PriceSource): void
  onDeleted(source: PriceSource): void
}

function useSourceActions({ onEdit, onDeleted }: SourceActionsOptions) {
  const { t } = useTranslation(['price-sources', 'common'])
  const confirm = useConfirmAction()
  const reload = useReload()
  /** For which source a file is being chosen. */
  const [target, setTarget] = useState<PriceSource | null>(null)
  const look = useMutation({
    mutationFn: async ({ source, file }: { source: PriceSource; file?: File }) =>
      file === undefined ? lookAtSource(source.id) : uploadList(source.id, await file.text()),
    onSuccess: (_, { source }) => toastSuccess(t('look.done', { name: source.name })),
    // A failed look leaves its reason at the source.
    onSettled: (result) => reload({ prices: (result?.accepted ?? 0) > 0 }),
  })
  const remove = useMutation({
    mutationFn: (source: PriceSource) => deleteSource(source.id),
    onSuccess: async (_, source) => {
      toastSuccess(t('delete.done'))
      onDeleted(source)
      await reload({ prices: false })
    },
  })
  const { input, choose } = usePriceFile({
    bytesMax: priceListBytesMax,
    onFile(file) {
      if (target !== null) look.mutate({ source: target, file })
    },
  })
  const upload = (source: PriceSource) => {
    setTarget(source)
    choose()
  }
  const actionsOf = (source: PriceSource): { visible: RowAction[]; menu: RowAction[] } => {
    const isFile = source.kind === 'file'
    return {
      visible: [
        {
          key: 'look',
          label: isFile ? t('look.upload') : t('look.action'),
          loading: look.isPending && look.variables.source.id === source.id,
          disabled: look.isPending,
          run: () => (isFile ? upload(source) : look.mutate({ source })),
        },
        {
          key: 'edit',
          label: t('common:actions.edit'),
          run: () => onEdit(source),
        },
      ],
      menu: [
        {
          key: 'delete',
          label: t('common:actions.delete'),
          danger: true,
          run: () =>
            confirm({
              title: t('delete.title', { name: source.name }),
              consequence: t('delete.text', { count: source.open }),
              confirm: t('common:actions.delete'),
              run: () => remove.mutateAsync(source),
            }),
        },
      ],
    }
  }
  return {
    actionsOf,
    notice: (
      <LookNotice
        running={look.isPending ? look.variables.source.name : null}
        look={look.data ?? null}
        onClose={look.reset}
      />
    ),
    input,
  }
}
