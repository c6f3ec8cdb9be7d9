import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton, Tabs } from 'antd'
import { memo, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardPage } from '../../components/card-page.tsx'
import { FaultText } from '../../components/fault-text.tsx'
import { Row } from '../../components/layout.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { usePageLocation } from '../../lib/page-router.tsx'
import { isRoot, may, onSessionExpired, useSessionUser } from '../../lib/session.ts'
import { type SearchOf, useUrlState } from '../../lib/url-state.ts'
import { groupOf, sortByGroup } from './card-groups.ts'
import { createDraftStore } from './draft-store.ts'
import { foldAll } from './fold-store.ts'
import { targetIn } from './jump-target.ts'
import { forgetDraft, keepDraft, keptDraft } from './kept-draft.ts'
import type { PricesSearch } from './operation/prices-card.tsx'
import type { RulesSearch } from './operation/rules-card.tsx'
import { changesOf, type OptionSnapshot } from './option-draft.ts'
import { type CardSpec, cardAnchorOf, optionsOf } from './option-field.ts'
import { optionsQuery } from './queries.ts'
import { SaveAllBar } from './save-all-bar.tsx'
import css from './settings.module.css'
import { type CardSave, type JumpTarget, SettingsContext, useDraft, useSettings } from './settings-context.ts'
import { SettingsSearch } from './settings-search.tsx'
import { type TabSpec, tabs } from './tabs.ts'
import { useCardTexts } from './use-texts.ts'

const urlDefaults = { tab: 'operation' }
export type SettingsPageSearch = SearchOf<typeof urlDefaults> & PricesSearch & RulesSearch

/** All settings of the operator, in tabs of cards. */
export function SettingsPage() {
  const { t } = useTranslation(['settings', 'common'])
  const query = useQuery({ ...optionsQuery, refetchOnWindowFocus: false })
  const [{ tab: wanted }, patch] = useUrlState(urlDefaults)
  // In parallel with the options.
  useState(() => tabs.find(({ key }) => key === wanted)?.preload())
  const [target, setTarget] = useState<JumpTarget | null>(null)
  // Each navigation to such an address scrolls, even to the current one. Choosing a tab removes the hash.
  const { hash, state } = usePageLocation()
  const arrival = `${hash} ${state.__TSR_key}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival counts once, whatever is rendered afterwards.
  useEffect(() => {
    const arrived = targetIn(arrival.slice(0, arrival.indexOf(' ')), tabs)
    if (arrived === null) return
    setTarget(arrived)
    void patch({ tab: arrived.tab })
  }, [arrival])
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        action={
          <SettingsSearch
            onFound={({ tab, card, option }) => {
              setTarget({ card, option })
              void patch({ tab }, { replace: false })
            }}
          />
        }
      />
      {query.isPending && <Skeleton active paragraph={{ rows: 12 }} />}
      {query.data === undefined && query.error !== null && (
        <Alert
          type="error"
          showIcon
          title={t('common:table.failedTitle')}
          description={<FaultText error={query.error} />}
          action={
            <Button loading={query.isFetching} onClick={() => query.refetch()}>
              {t('common:actions.retry')}
            </Button>
          }
        />
      )}
      {query.data !== undefined && <LoadedSettings snapshot={query.data} target={target} onTarget={setTarget} />}
    </>
  )
}

interface LoadedSettingsProps {
  snapshot: OptionSnapshot
  target: JumpTarget | null
  onTarget(target: JumpTarget | null): void
}

function LoadedSettings({ snapshot, target, onTarget }: LoadedSettingsProps) {
  const user = useSessionUser()
  const userId = user?.id ?? 0
  const [store] = useState(() => createDraftStore(keptDraft(userId)))
  useEffect(forgetDraft, [])
  useEffect(() => onSessionExpired(() => keepDraft(userId, store.get().draft)), [userId, store])
  const isSuper = isRoot(user)
  const onArrive = useCallback(() => onTarget(null), [onTarget])
  const [saves] = useState(() => new Map<string, CardSave>())
  const settings = useMemo(
    () => ({ snapshot, store, saves, isRoot: isSuper, target, onArrive }),
    [snapshot, store, saves, isSuper, target, onArrive],
  )
  return (
    <SettingsContext value={settings}>
      <SettingsTabs onTarget={onTarget} />
    </SettingsContext>
  )
}

function SettingsTabs({ onTarget }: Pick<LoadedSettingsProps, 'onTarget'>) {
  const { t } = useTranslation('settings')
  const [{ tab: wanted }, patch] = useUrlState(urlDefaults)
  const { snapshot } = useSettings()
  const isPhone = useIsPhone()
  const draft = useDraft()
  const isChanged = (tab: TabSpec) => tab.cards.some((card) => changesOf(card, snapshot, draft).length > 0)
  useLeaveGuard(() => tabs.some(isChanged), { text: t('leaveText') })
  const active = tabs.find(({ key }) => key === wanted) ?? tabs[0]
  return (
    <Tabs
      className={css.tabs}
      // All five on one line: screen readers cannot use the overflow menu.
      tabBarGutter={isPhone ? 12 : undefined}
      destroyOnHidden
      activeKey={active?.key}
      onChange={(tab) => patch({ tab }, { replace: false })}
      items={tabs.map((tab) => ({
        key: tab.key,
        label: (
          <>
            {t(`tab.${tab.key}`)}
            {isChanged(tab) && <ChangedDot />}
          </>
        ),
        children: <TabBody tab={tab} onTarget={onTarget} />,
      }))}
    />
  )
}

interface TabBodyProps extends Pick<LoadedSettingsProps, 'onTarget'> {
  tab: TabSpec
}

/** Memoised: the tab bar above re-renders at each key stroke, the content of the tab does not change. */
const TabBody = memo(function TabBody({ tab, onTarget }: TabBodyProps) {
  const { t } = useTranslation('settings')
  const { snapshot, isRoot: isSuper } = useSettings()
  const mayWrite = may(useSessionUser(), 'setting.write')
  const names = tab.cards.flatMap(optionsOf)
  const hasGroups = new Set(tab.cards.map(groupOf)).size > 1
  const isReadOnly = !isSuper && names.length > 0 && names.every((name) => snapshot.rootOnly.includes(name))
  return (
    <CardPage
      label={t('cards')}
      anchors={sortByGroup(tab.cards).map((card) => ({
        id: cardAnchorOf(card),
        title: <CardTitle card={card} />,
        mark: <ChangedMark card={card} />,
        group: hasGroups ? t(`group.${groupOf(card)}`) : '',
      }))}
      hasSelect
      onJump={(anchor) => {
        const card = tab.cards.find((one) => cardAnchorOf(one) === anchor)
        if (card) onTarget({ card: card.id })
      }}
    >
      {isReadOnly && <Alert type="info" showIcon title={t(mayWrite ? 'readOnly' : 'noRight')} />}
      {hasGroups && <FoldButtons />}
      <Suspense fallback={<Skeleton active paragraph={{ rows: 10 }} />}>
        <tab.Body />
      </Suspense>
      <SaveAllBar tab={tab} />
    </CardPage>
  )
})

function FoldButtons() {
  const { t } = useTranslation('settings')
  return (
    <Row gap={4}>
      <Button size="small" type="text" onClick={() => foldAll(false)}>
        {t('unfoldAll')}
      </Button>
      <Button size="small" type="text" onClick={() => foldAll(true)}>
        {t('foldAll')}
      </Button>
    </Row>
  )
}

const CardTitle = ({ card }: { card: CardSpec }) => useCardTexts(card).title

/** Marks cards with unsaved changes in the list. */
function ChangedMark({ card }: { card: CardSpec }) {
  const { snapshot } = useSettings()
  return changesOf(card, snapshot, useDraft()).length > 0 && <ChangedDot />
}

function ChangedDot() {
  const { t } = useTranslation('settings')
  return <span className={css.dot} role="img" aria-label={t('unsaved')} title={t('unsaved')} />
}
