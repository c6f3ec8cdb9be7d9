import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import SearchOutlined from '@ant-design/icons/es/icons/SearchOutlined'
import { Button, Dropdown, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { FilterBar, FilterSearch } from '../../components/filter-bar.tsx'
import { FilterSheet, SheetField } from '../../components/filter-sheet.tsx'
import { Row, Stack } from '../../components/layout.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import css from './channels.module.css'
import { QuickViews, useCountedFilters } from './counted-filters.tsx'
import { type ChannelFilters, type ChannelListParams, countFilters } from './queries.ts'
import type { ChannelActions } from './use-channel-actions.ts'

export interface ToolbarProps {
  params: ChannelListParams
  onFilter(changes: Partial<ChannelFilters>): void
  onClearFields(): void
  onTagMode(isOn: boolean): void
  onIdSort(isOn: boolean): void
  onRefresh(): void
  onAdd(): void
  /** Whether rows can be selected. */
  isBatchOn: boolean
  onBatch(isOn: boolean): void
  rights: Pick<ChannelActions, 'mayOperate' | 'mayWrite' | 'maySend'>
  batch: Record<
    'delete' | 'tag' | 'edit' | 'deleteDisabled' | 'fix' | 'testAll' | 'updateBalances' | 'upstreamModels',
    () => void
  >
}

interface Action {
  key: string
  /** The server would refuse the others. */
  isAllowed: boolean
  label: string
  danger?: boolean
  onClick(): void
}

export function Toolbar(props: ToolbarProps) {
  const { params, onFilter, onIdSort, onRefresh, batch, isBatchOn, onBatch } = props
  const { mayOperate, mayWrite, maySend } = props.rights
  const { t } = useTranslation(['channels', 'channel-checks', 'common'])
  const tagMode = {
    key: 'tagMode',
    label: params.tagMode ? t('empty.leaveTagMode') : t('modes.tag'),
    onClick: () => props.onTagMode(!params.tagMode),
  }
  const groups: Action[][] = [
    [
      { key: 'add', isAllowed: maySend, label: t('add.action'), onClick: props.onAdd },
      { key: 'testAll', isAllowed: mayOperate, label: t('batch.testAll'), onClick: batch.testAll },
      { key: 'updateBalances', isAllowed: mayOperate, label: t('batch.updateBalances'), onClick: batch.updateBalances },
      {
        key: 'upstreamModels',
        isAllowed: mayOperate || mayWrite,
        label: t('channel-checks:upstream.action'),
        onClick: batch.upstreamModels,
      },
    ],
    [
      { key: 'tag', isAllowed: mayWrite, label: t('batch.tag'), onClick: batch.tag },
      { key: 'edit', isAllowed: mayWrite, label: t('batch.edit'), onClick: batch.edit },
      { key: 'delete', isAllowed: maySend, label: t('batch.delete'), danger: true, onClick: batch.delete },
    ],
    [
      { ...tagMode, isAllowed: true },
      { key: 'fix', isAllowed: mayOperate, label: t('batch.fix'), onClick: batch.fix },
      {
        key: 'deleteDisabled',
        isAllowed: maySend,
        label: t('batch.deleteDisabled'),
        danger: true,
        onClick: batch.deleteDisabled,
      },
    ],
  ]
  const menu = groups
    .map((group) => group.flatMap(({ isAllowed, ...action }) => (isAllowed ? [action] : [])))
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ type: 'divider' as const }, ...group]))
  const isPhone = useIsPhone()
  const filters = useCountedFilters({ params, onFilter })
  const search = (
    <FilterSearch
      value={params.keyword}
      onSearch={(keyword) => onFilter({ keyword })}
      placeholder={t('filter.keyword')}
      width={isPhone ? '100%' : 290}
    />
  )
  const modelSearch = (
    <FilterSearch
      value={params.model}
      onSearch={(model) => onFilter({ model })}
      placeholder={t('filter.model')}
      width={isPhone ? '100%' : 94}
      plain
    />
  )
  const views = <QuickViews params={params} onFilter={onFilter} />
  const modes = (
    <>
      {(mayOperate || mayWrite || maySend) && (
        <ModeSwitch label={t('modes.batch')} isOn={isBatchOn} onChange={onBatch} />
      )}
      <ModeSwitch label={t('modes.idSort')} isOn={params.idSort} onChange={onIdSort} />
      <ModeSwitch label={t('modes.tag')} isOn={params.tagMode} onChange={props.onTagMode} />
    </>
  )
  const actions = (
    <>
      <Dropdown
        trigger={['click']}
        // Inside the `main` landmark, where screen readers look for it.
        getPopupContainer={(button) => button.closest('main') ?? document.body}
        menu={{ items: menu }}
      >
        <Button icon={<DownOutlined />} iconPlacement="end">
          {t('batch.menu')}
        </Button>
      </Dropdown>
      <Button
        type="text"
        icon={<ReloadOutlined />}
        aria-label={t('common:actions.refresh')}
        title={t('common:actions.refresh')}
        onClick={onRefresh}
      />
    </>
  )
  if (isPhone) {
    return (
      <Stack as="search" className={css.phoneBar}>
        {search}
        <Row align="stretch" className={css.phoneActions}>
          <FilterSheet count={countFilters(params)} onReset={props.onClearFields}>
            <SheetField label={t('filter.model')}>{modelSearch}</SheetField>
            {filters.map(({ key, label, node }) => (
              <SheetField key={key} label={label}>
                {node}
              </SheetField>
            ))}
          </FilterSheet>
          {actions}
        </Row>
        <Row align="stretch" wrap className={css.views}>
          {views}
        </Row>
        <div className={css.modes}>{modes}</div>
      </Stack>
    )
  }
  return (
    <>
      <FilterBar extra={actions}>
        {search}
        {modelSearch}
        {filters.map(({ node }) => node)}
        <Button
          icon={<SearchOutlined />}
          aria-label={t('filter.query')}
          title={t('filter.query')}
          onClick={onRefresh}
        />
      </FilterBar>
      <div className={css.viewBar}>
        <Row as="span" align="stretch" wrap className={css.views}>
          {views}
        </Row>
        <span className={css.modes}>{modes}</span>
      </div>
    </>
  )
}

function ModeSwitch(props: { label: string; isOn: boolean; onChange(isOn: boolean): void }) {
  return (
    <span className={css.mode}>
      <Switch size="small" aria-label={props.label} checked={props.isOn} onChange={props.onChange} />
      <span aria-hidden>{props.label}</span>
    </span>
  )
}
