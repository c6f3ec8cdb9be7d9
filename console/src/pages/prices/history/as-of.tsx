import type { PriceSheet } from '@sluice/contract/price-sheet'
import { useQuery } from '@tanstack/react-query'
import { Button, DatePicker, Drawer } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../../components/data-table.tsx'
import { LoadState } from '../../../components/load-state.tsx'
import texts from '../../../components/text.module.css'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { formatList } from '../../../lib/format-list.ts'
import { useUrlState } from '../../../lib/url-state.ts'
import type { Patches } from '../changes/change-store.ts'
import { DifferenceParts } from '../changes/difference-list.tsx'
import { differenceOfRow } from '../changes/differences.ts'
import { PublishDialog } from '../changes/publish-dialog.tsx'
import { useMayWritePrices, usePrices } from '../prices-context.ts'
import { asOfQuery } from '../queries.ts'

const asOfUrl = { at: 0 }

const width = 720

/** Chooses a moment and shows what has changed since then. */
export function AsOf() {
  const { t } = useTranslation('prices')
  const isPhone = useIsPhone()
  const [{ at }, patch] = useUrlState(asOfUrl)
  return (
    <>
      <DatePicker
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        placeholder={t('asOf.choose')}
        aria-label={t('asOf.choose')}
        value={at > 0 ? dayjs.unix(at) : null}
        maxDate={dayjs()}
        onChange={(moment) => patch({ at: moment?.unix() ?? 0 }, { replace: false })}
      />
      <Drawer
        open={at > 0}
        title={t('asOf.title', { time: at > 0 ? dayjs.unix(at).format('YYYY-MM-DD HH:mm') : '' })}
        placement={isPhone ? 'bottom' : 'right'}
        size={isPhone ? '88%' : width}
        destroyOnHidden
        onClose={() => patch(asOfUrl)}
      >
        {at > 0 && <Differences at={at} onDone={() => patch(asOfUrl)} />}
      </Drawer>
    </>
  )
}

/** The models whose prices were others then. They are restored by a publication. */
function Differences({ at, onDone }: { at: number; onDone(): void }) {
  const { t, i18n } = useTranslation('prices')
  const { sheet, rowOf, quotaPerUnit } = usePrices()
  const mayWrite = useMayWritePrices()
  const query = useQuery(asOfQuery(at))
  const changes = query.data?.changes
  const patches = useMemo(() => new Map(changes?.map(({ model, ...patch }) => [model, patch])), [changes])
  const rows = useMemo(
    () => [...patches].map(([model, patch]) => differenceOfRow(model, { row: rowOf(model), patch, quotaPerUnit })),
    [patches, rowOf, quotaPerUnit],
  )
  const [chosen, choose] = useState<string[]>([])
  const [restored, setRestored] = useState<{ patches: Patches; base: PriceSheet } | null>(null)
  return (
    <LoadState query={query} rows={6} place="page">
      {({ unrestorable }) => {
        const restore = (models: readonly string[]) => {
          if (sheet === undefined) return
          setRestored({ patches: new Map([...patches].filter(([model]) => models.includes(model))), base: sheet })
        }
        return (
          <>
            <p className={texts.note}>{t('asOf.hint')}</p>
            {unrestorable.length > 0 && (
              <p className={texts.problem}>
                {t('asOf.unrestorable', { names: formatList(unrestorable, i18n.resolvedLanguage) })}
              </p>
            )}
            <DataTable
              id="price-as-of"
              label={t('asOf.label')}
              rowKey={({ model }) => model}
              query={{
                data: { items: rows, total: rows.length },
                isFetching: query.isFetching,
                error: null,
                refetch: query.refetch,
              }}
              columns={[
                {
                  key: 'model',
                  title: t('column.model'),
                  width: 180,
                  required: true,
                  card: 'title',
                  render: ({ model }) => <code className={texts.anywhere}>{model}</code>,
                },
                {
                  key: 'change',
                  title: t('asOf.change'),
                  width: 260,
                  flexible: true,
                  required: true,
                  card: 'line',
                  render: (row) => <DifferenceParts difference={row} />,
                },
              ]}
              selection={
                !mayWrite
                  ? undefined
                  : {
                      keys: chosen,
                      onChange: (keys) => choose(keys.map(String)),
                      actions: (
                        <Button
                          size="small"
                          type="primary"
                          disabled={sheet === undefined}
                          onClick={() => restore(chosen)}
                        >
                          {t('asOf.restoreSome')}
                        </Button>
                      ),
                    }
              }
              toolbar={
                mayWrite && (
                  <Button
                    disabled={sheet === undefined || rows.length === 0}
                    onClick={() => restore(rows.map(({ model }) => model))}
                  >
                    {t('asOf.restoreAll', { count: rows.length })}
                  </Button>
                )
              }
              empty={{ title: t('asOf.none') }}
            />
            {restored !== null && (
              <PublishDialog
                {...restored}
                rules={null}
                way="restore"
                onPublished={onDone}
                onClose={() => setRestored(null)}
              />
            )}
          </>
        )
      }}
    </LoadState>
  )
}
