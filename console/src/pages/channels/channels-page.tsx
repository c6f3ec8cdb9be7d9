import LineChartOutlined from '@ant-design/icons/es/icons/LineChartOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { ListedChannel } from '@sluice/contract/channel-list'
import { channelStatus } from '@sluice/contract/roles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button, Skeleton } from 'antd'
import { type Key, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FlowLine } from '../../components/flow-line/flow-line.tsx'
import { GoneNotice } from '../../components/gone-notice.tsx'
import { Row } from '../../components/layout.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { useStableHandlers } from '../../components/use-stable-handlers.ts'
import { usePageLocation } from '../../lib/page-router.tsx'
import { toastFailure, toastWarning } from '../../lib/toasts.ts'
import { BatchEditDialog } from './batch-edit-dialog.tsx'
import { BatchTagDialog } from './batch-tag-dialog.tsx'
import { ItemCard } from './channel-card.tsx'
import { ChannelDrawer } from './channel-drawer.tsx'
import {
  channelItems,
  groupsOf,
  type ListItem,
  listedOf,
  type TagItem,
  tickedChannels,
  tickedKeys,
} from './channel-rows.ts'
import { ChannelTestDialog } from './channel-test-dialog.tsx'
import css from './channels.module.css'
import { buildColumns, type ColumnsContext } from './columns.tsx'
import { openDrawerOf } from './open-drawer.ts'
import { type HealthById, healthQuery, modelsOfQuery, recentErrorsQuery, sweepQuery } from './queries.ts'
import { sheetChannelQuery } from './sheet/queries.ts'
import { failedTestsOf } from './sweep-state.ts'
import { SweepStrip } from './sweep-strip.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { Toolbar } from './toolbar.tsx'
import { useTypeLabel } from './type-label.ts'
import { UpstreamModelsDialog } from './upstream-models-dialog.tsx'
import { useBatchSwitch } from './use-batch-switch.ts'
import { useChannelActions } from './use-channel-actions.ts'
import { useChannelList } from './use-channel-list.ts'
import { useStartSweep } from './use-start-sweep.ts'

/** Loaded when a channel is first opened. */
const ChannelSheet = lazy(() => import('./sheet/channel-sheet.tsx'))
const DoctorDialog = lazy(() => import('./doctor/doctor-dialog.tsx'))

type Dialog =
  | { kind: 'none' }
  | { kind: 'test' | 'doctor'; channel: ListedChannel; models: readonly string[] }
  | { kind: 'tag'; item: TagItem }
  | { kind: 'batchTag' }
  | { kind: 'batchEdit' }
  | { kind: 'upstreamModels' }

const noHealth: HealthById = new Map()

export function ChannelsPage(): ReactNode {
  const { t } = useTranslation([
    'channels',
    'channel-checks',
    'channel-editor',
    'channel-keys',
    'flow',
    'pricing',
    'common',
  ])
  const client = useQueryClient()
  const { list, params, sorting, setFilters, setTagMode, clearFields, setIdSort } = useChannelList()
  const { idSort } = params
  const { data: health = noHealth } = useQuery(healthQuery)
  const { data: errors } = useQuery(recentErrorsQuery)
  const { data: tests } = useQuery(sweepQuery('test'))
  const begin = useStartSweep()
  const [isBatchOn, setIsBatchOn] = useBatchSwitch()
  const actions = useChannelActions()
  const typeLabel = useTypeLabel()
  const drawer = useDrawerAddress()
  const navigate = useNavigate()
  const selected = useMemo(() => channelIds(list.selected), [list.selected])
  const [dialog, setDialog] = useState<Dialog>({ kind: 'none' })
  const closeDialog = () => setDialog({ kind: 'none' })
  const forgetSelection = () => list.select([])

  const { items: rows = noRows, channels = noChannels } = list.query.data ?? {}
  const pageIds = useMemo(() => channels.map(({ id }) => id), [channels])
  const failedTests = useMemo(() => failedTestsOf(tests, channels), [tests, channels])
  const sheet = useOpenSheet(list.opened, rows)
  const handlers = useStableHandlers({
    open: (id: number) => list.open(id),
    edit: drawer.edit,
    copy: drawer.copy,
    async chooseTestModel(channel: ListedChannel, kind: 'test' | 'doctor' = 'test') {
      try {
        const models = await client.fetchQuery(modelsOfQuery([channel.id]))
        setDialog({ kind, channel, models })
      } catch (error) {
        toastFailure(error)
      }
    },
    editTag: (item: TagItem) => setDialog({ kind: 'tag', item }),
    forget(id: number) {
      const row = rows.find(({ key }) => key === id)
      // A channel within a tag is not a row.
      if (row === undefined) list.select(selected.filter((other) => other !== id))
      else list.forget(row)
    },
  })
  const context: ColumnsContext = useMemo(
    () => ({ t, typeLabel, actions, health, errors, pageIds, failedTests, handlers, idSort }),
    [t, typeLabel, actions, health, errors, pageIds, failedTests, handlers, idSort],
  )
  const columns = useMemo(() => buildColumns(context), [context])
  const ticked = useMemo(() => tickedKeys(selected, rows), [selected, rows])
  const tickedIds = useMemo(() => new Set(selected), [selected])
  const batch = {
    delete: () => actions.deleteMany(selected, forgetSelection),
    tag: () => {
      if (selected.length === 0) return toastWarning(t('batch.selectToTag'))
      return setDialog({ kind: 'batchTag' })
    },
    edit: () => {
      if (selected.length === 0) return toastWarning(t('batch.selectToEdit'))
      return setDialog({ kind: 'batchEdit' })
    },
    testAll: () => begin('test'),
    updateBalances: () => begin('balance'),
    upstreamModels: () => setDialog({ kind: 'upstreamModels' }),
    deleteDisabled: () => actions.deleteDisabled(forgetSelection),
    fix: () => actions.fix(),
  }
  const select = (those: readonly number[], isSelected: boolean) => {
    const changed = new Set(those)
    const others = selected.filter((id) => !changed.has(id))
    list.select(isSelected ? [...others, ...those] : others)
  }

  const { mayOperate, mayWrite, maySend } = actions
  const mayChange = mayOperate || mayWrite || maySend
  const addButton = maySend && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={drawer.add}>
      {t('add.action')}
    </Button>
  )
  return (
    <>
      <ListPage
        id="channels"
        list={{
          ...list,
          stepRow: (by) => {
            const next = stepFrom(sheet.id, by, channels)
            if (next !== undefined) list.open(next)
          },
        }}
        title={t('title')}
        purpose={t('purpose')}
        action={
          <>
            <Button icon={<LineChartOutlined aria-hidden />} onClick={() => void navigate({ to: '/channel-live' })}>
              {t('live')}
            </Button>
            {addButton}
          </>
        }
        notice={
          <>
            {sheet.isGone && <GoneNotice title={t('gone')} onClose={list.close} />}
            <Row align="stretch" wrap className={css.sweeps}>
              <SweepStrip kind="test" />
              <SweepStrip kind="balance" />
            </Row>
          </>
        }
        columns={columns}
        rowClassName={classOf}
        detail={{
          title: nameOf,
          render: (row) =>
            row.kind === 'channel' && (
              <Suspense fallback={<Skeleton active />}>
                <ChannelSheet
                  channel={row.channel}
                  health={health.get(row.key)}
                  failure={failedTests.get(row.key)}
                  actions={actions}
                  onEdit={() => drawer.edit(row.key)}
                  onDoctor={(models) => setDialog({ kind: 'doctor', channel: row.channel, models })}
                />
              </Suspense>
            ),
          isBeside: true,
          // The drawer of the form covers the sheet, and both would take the keys.
          row: drawer.open.kind === 'closed' ? sheet.row : null,
          canOpen: isChannel,
        }}
        sorting={sorting}
        noMatch={{ title: t('empty.filteredTitle'), hint: t('empty.filteredHint') }}
        empty={{
          picture: <FlowLine size="small" ends={[]} label={t('empty.title')} />,
          title: t('empty.title'),
          hint: t('empty.hint'),
          action: addButton,
        }}
        selection={
          isBatchOn && mayChange
            ? {
                keys: ticked,
                count: selected.length,
                onChange: (keys) => list.select(tickedChannels(selected, keys, rows)),
                actions: (
                  <>
                    {mayOperate && (
                      <>
                        <Button size="small" onClick={() => actions.setEnabledMany(selected, true)}>
                          {t('common:actions.enable')}
                        </Button>
                        <Button size="small" onClick={() => actions.setEnabledMany(selected, false)}>
                          {t('common:actions.disable')}
                        </Button>
                        <Button size="small" onClick={() => actions.testMany(selected)}>
                          {t('channel-checks:test.action')}
                        </Button>
                      </>
                    )}
                    {mayWrite && (
                      <>
                        <Button size="small" onClick={batch.tag}>
                          {t('batch.tag')}
                        </Button>
                        <Button size="small" onClick={batch.edit}>
                          {t('batch.edit')}
                        </Button>
                      </>
                    )}
                    {maySend && (
                      <Button size="small" danger onClick={batch.delete}>
                        {t('batch.delete')}
                      </Button>
                    )}
                  </>
                ),
              }
            : undefined
        }
        renderCard={(item) => (
          <ItemCard item={item} selected={tickedIds} onSelect={isBatchOn && mayChange ? select : null} {...context} />
        )}
        toolbar={
          <Toolbar
            params={params}
            onFilter={setFilters}
            onClearFields={clearFields}
            onTagMode={setTagMode}
            onIdSort={setIdSort}
            onRefresh={actions.refresh}
            batch={batch}
            rights={{ mayOperate, mayWrite, maySend }}
            onAdd={drawer.add}
            isBatchOn={isBatchOn}
            onBatch={(isOn) => {
              setIsBatchOn(isOn)
              if (!isOn) forgetSelection()
            }}
          />
        }
      />
      <ChannelDrawer open={drawer.open} onClose={drawer.close} />
      {dialog.kind === 'test' && (
        <ChannelTestDialog
          channel={dialog.channel}
          models={dialog.models}
          onTested={actions.refresh}
          onClose={closeDialog}
        />
      )}
      {dialog.kind === 'doctor' && (
        <Suspense fallback={null}>
          <DoctorDialog
            channel={dialog.channel}
            models={dialog.models}
            isEnabled={dialog.channel.status === channelStatus.enabled}
            onChanged={actions.refresh}
            onClose={closeDialog}
          />
        </Suspense>
      )}
      {dialog.kind === 'upstreamModels' && <UpstreamModelsDialog onClose={closeDialog} />}
      {dialog.kind === 'tag' && <TagDialog item={dialog.item} actions={actions} onClose={closeDialog} />}
      {dialog.kind === 'batchEdit' && (
        <BatchEditDialog ids={selected} groups={groupsOf(channels, selected)} actions={actions} onClose={closeDialog} />
      )}
      {dialog.kind === 'batchTag' && (
        <BatchTagDialog ids={selected} actions={actions} onDone={forgetSelection} onClose={closeDialog} />
      )}
    </>
  )
}

const noRows: ListItem[] = []
const noChannels: ListedChannel[] = []
/** Tags are selected by their channels. */
const channelIds = (keys: readonly Key[]): number[] => keys.filter((key) => typeof key === 'number')
const classOf = (row: ListItem): string => (isOff(row) ? (css.off ?? '') : '')
const isOff = (row: ListItem): boolean =>
  row.kind === 'tag' ? row.enabledCount === 0 : row.channel.status !== channelStatus.enabled

const isChannel = ({ kind }: ListItem): boolean => kind === 'channel'
const nameOf = (row: ListItem): string => (row.kind === 'channel' ? row.channel.name : row.tag)

/** The channel below (1) or above (-1) another; without one the first. */
function stepFrom(id: number | null, by: 1 | -1, channels: readonly ListedChannel[]): number | undefined {
  const at = channels.findIndex((channel) => channel.id === id)
  return channels[at === -1 ? 0 : at + by]?.id
}

/** The channel that the address opens. It may be on another page of the list, or within a tag. */
function useOpenSheet(opened: string, rows: readonly ListItem[]) {
  const id = /^\d{1,15}$/.test(opened) ? Number(opened) : null
  const items = rows.flatMap((row) => (row.kind === 'tag' ? row.children : [row]))
  const listed = items.find(({ key }) => key === id)
  const query = useQuery({ ...sheetChannelQuery(id ?? 0), enabled: id !== null && listed === undefined })
  const [loaded] = query.data && query.data.id === id ? channelItems([listedOf(query.data)]) : []
  const row: ListItem | undefined = listed ?? loaded
  return { id, row, isGone: id !== null && row === undefined && query.isError }
}

type Search = Record<string, unknown>

/** The drawer is part of the path, so that it can be linked to. The search part of the list is kept. */
function useDrawerAddress() {
  const { pathname, search } = usePageLocation()
  const navigate = useNavigate()
  const keep = (search: Search) => ({ ...search, copy: undefined })
  return {
    open: openDrawerOf(pathname, search),
    add: () => navigate({ to: '/channel/add', search: keep, state: true }),
    copy: (id: number) =>
      navigate({
        to: '/channel/add',
        search: (search: Search) => ({ ...search, copy: String(id) }),
        state: true,
      }),
    edit: (id: number) =>
      navigate({
        to: '/channel/edit/$id',
        params: { id: String(id) },
        search: (search: Search) => search,
        state: true,
      }),
    close: () => navigate({ to: '/channel', search: keep, state: true }),
  }
}
