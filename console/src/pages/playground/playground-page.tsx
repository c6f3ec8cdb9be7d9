import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import CodeOutlined from '@ant-design/icons/es/icons/CodeOutlined'
import { Alert, Button, Drawer, Segmented } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../components/layout.tsx'
import type { NumberFieldRef } from '../../components/number-field.tsx'
import { useIsPhone } from '../../components/use-is-phone.ts'
import { useOfferUndo } from '../../components/use-offer-undo.tsx'
import { useStableHandlers } from '../../components/use-stable-handlers.ts'
import { useSessionUser } from '../../lib/session.ts'
import { toastWarning } from '../../lib/toasts.ts'
import { type SearchOf, useUrlState } from '../../lib/url-state.ts'
import { lowestOf } from './compare-lanes.ts'
import { Composer } from './composer.tsx'
import { ConversationList } from './conversation-list.tsx'
import { LaneView } from './lane-view.tsx'
import { isRunning } from './message.ts'
import { MissingNote } from './missing-note.tsx'
import css from './playground.module.css'
import { SettingsPanel } from './settings-panel.tsx'
import { useConversation, useConversationState } from './use-conversation.ts'
import { stateOfModels, useOffer, useOfferedModels } from './use-offer.ts'

const CodeView = lazy(() => import('./code-view.tsx'))

const ModeView = lazy(() => import('./mode-view.tsx'))

const VideoView = lazy(() => import('./video-view.tsx'))

const urlDefaults = { expired: false, model: '', prompt: '', mode: 'chat' }
export type PlaygroundSearch = SearchOf<typeof urlDefaults>

export function PlaygroundPage() {
  // The texts must be loaded before the conversation begins with one of them.
  useTranslation('playground')
  const user = useSessionUser()
  return user === null ? null : <Playground key={user.id} userId={user.id} />
}

function Playground({ userId }: { userId: number }) {
  const { t } = useTranslation(['playground', 'common'])
  const offerUndo = useOfferUndo()
  const isPhone = useIsPhone()
  const [{ expired, model, prompt, mode: chosenMode }, patch] = useUrlState(urlDefaults)
  const { onPrompt } = useStableHandlers({ onPrompt: () => patch({ prompt: '' }) })
  const { conversation, shelf } = useConversation(userId)
  const state = useConversationState(conversation)
  const { offered, failure, retry } = useOffer(userId, state.settings.group)
  useOfferedModels(conversation, state, offered)
  // After it, which replaces models that are not offered.
  useEffect(() => {
    if (model === '' || offered.isLoading) return
    const ofMode = [...offered.modes].find(([, names]) => names.includes(model))?.[0]
    // The form of the mode takes it from the address.
    if (ofMode !== undefined && !offered.models.includes(model)) {
      if (ofMode !== chosenMode) void patch({ mode: ofMode })
      return
    }
    if (offered.models.includes(model)) conversation.setModel(0, model)
    else if (offered.models.length > 0) toastWarning(t('modelMissing', { model }))
    void patch({ model: '' })
  }, [model, chosenMode, offered, conversation, t, patch])
  const [isPanelOpen, setIsPanelOpen] = useState(false)
  const openPanel = useCallback(() => setIsPanelOpen(true), [])
  const limit = useRef<NumberFieldRef>(null)
  const isLimitWanted = useRef(false)
  const [panelTab, setPanelTab] = useState<'settings' | 'conversations'>('settings')
  const focusLimit = useCallback(() => limit.current?.focus({ cursor: 'all' }), [])
  const toLimit = useCallback(() => {
    // The field must be there before it takes the focus.
    flushSync(() => setPanelTab('settings'))
    if (!isPhone) return focusLimit()
    isLimitWanted.current = true
    setIsPanelOpen(true)
  }, [isPhone, focusLimit])
  const [isCodeOpen, setIsCodeOpen] = useState(false)
  const [chosenLane, setChosenLane] = useState(0)
  const { lanes } = state
  const isBusy = lanes.some(({ messages }) => messages.some(isRunning))
  const isComparing = lanes.length > 1
  const names = lanes.map(({ model }) => model).join('\n')
  // The same objects while nothing in them changes: answers are drawn many times a second.
  const models = useMemo(() => names.split('\n'), [names])
  const { charge, firstMs, completionTokens } = lowestOf(lanes)
  const lowest = useMemo(() => ({ charge, firstMs, completionTokens }), [charge, firstMs, completionTokens])
  const mode = [...offered.modes.keys()].find((name) => name === chosenMode) ?? null
  const modeOptions = (['chat', ...offered.modes.keys()] as const).map((value) => ({
    value,
    label: t(`modes.name.${value}`),
  }))
  const shownLane = Math.min(chosenLane, lanes.length - 1)
  const isEmpty = lanes.every(({ messages }) => messages.length === 0)

  useEffect(() => {
    if (!isBusy) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) conversation.stop()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isBusy, conversation])

  const clear = () => {
    offerUndo({ key: 'cleared', title: t('cleared'), undo: conversation.clear() })
  }

  const panel = (
    <Stack gap={16}>
      <Segmented
        block
        aria-label={t('panel')}
        options={[
          { value: 'settings', label: t('settingsTab') },
          { value: 'conversations', label: t('conversations.title') },
        ]}
        value={panelTab}
        onChange={setPanelTab}
      />
      {panelTab === 'settings' ? (
        <SettingsPanel
          conversation={conversation}
          settings={state.settings}
          models={models}
          offer={offered}
          isBusy={isBusy}
          limit={limit}
        />
      ) : (
        <ConversationList
          conversation={conversation}
          shelf={shelf}
          openId={state.id}
          isBusy={isBusy}
          onOpen={() => setIsPanelOpen(false)}
        />
      )}
    </Stack>
  )
  const tabs = offered.modes.size > 0 && (
    <Segmented
      aria-label={t('modes.label')}
      options={modeOptions}
      value={mode ?? 'chat'}
      onChange={(value) => patch({ mode: value, model: '' })}
    />
  )
  const phoneTabs = isPhone && tabs && <div className={css.tabs}>{tabs}</div>
  if (mode !== null)
    return (
      <div className={css.page}>
        <Stack as="section" gap={0} grow className={css.chat} aria-label={t(`modes.name.${mode}`)}>
          <Row as="header" gap={24} className={css.head}>
            <h1>{t('title')}</h1>
            {!isPhone && tabs}
          </Row>
          {phoneTabs}
          <Suspense>
            {mode === 'video' ? (
              <VideoView wanted={model} group={offered.group} userId={userId} />
            ) : (
              <ModeView
                key={mode}
                mode={mode}
                models={offered.modes.get(mode) ?? []}
                wanted={model}
                group={offered.group}
                userId={userId}
              />
            )}
          </Suspense>
        </Stack>
      </div>
    )
  return (
    <div className={css.page}>
      {isPhone ? (
        <Drawer
          open={isPanelOpen}
          title={t(panelTab === 'settings' ? 'settings' : 'conversations.title')}
          placement="left"
          size="min(320px, 88vw)"
          onClose={() => setIsPanelOpen(false)}
          // The drawer takes the focus itself while it opens, and may report its opening before that as well as after.
          afterOpenChange={(isOpen) => {
            if (!isOpen) isLimitWanted.current = false
            else if (isLimitWanted.current) focusLimit()
          }}
        >
          {panel}
        </Drawer>
      ) : (
        <aside className={css.panel} aria-label={t('settings')}>
          {panel}
        </aside>
      )}
      <Stack as="section" gap={0} grow className={css.chat} aria-label={t('chat')}>
        <Row as="header" gap={12} justify="between" className={css.head}>
          <Row as="span" gap={24} shrink className={css.start}>
            <h1>{t('title')}</h1>
            {!isPhone && tabs}
          </Row>
          <Row as="span" align="stretch">
            <Button
              icon={<CodeOutlined />}
              aria-label={t('codeView.open')}
              title={t('codeView.title')}
              onClick={() => setIsCodeOpen(true)}
            >
              {!isPhone && t('codeView.open')}
            </Button>
            <Button
              icon={<ClearOutlined />}
              disabled={isEmpty}
              aria-label={t('clear')}
              title={t('clearHint')}
              onClick={clear}
            >
              {!isPhone && t('clear')}
            </Button>
          </Row>
        </Row>
        {phoneTabs}
        {isPhone && isComparing && (
          <div className={css.tabs}>
            <Segmented
              size="small"
              aria-label={t('shownModel')}
              options={lanes.map(({ model }, index) => ({ value: index, label: model, title: model }))}
              value={shownLane}
              onChange={setChosenLane}
            />
          </div>
        )}
        {expired && <Alert type="warning" showIcon title={t('expired')} className={css.notice} />}
        {failure && (
          <Alert
            type="error"
            showIcon
            title={failure.message}
            className={css.notice}
            action={
              <Button size="small" onClick={retry}>
                {t('common:actions.retry')}
              </Button>
            }
          />
        )}
        {!failure && <MissingNote models={stateOfModels(offered, lanes)} />}
        <div className={css.lanes}>
          {lanes.map(
            (lane, index) =>
              (!isPhone || index === shownLane) && (
                <LaneView
                  // Lanes have no ids, and the first stays the first.
                  key={index}
                  lane={lane}
                  index={index}
                  isComparing={isComparing}
                  lowest={isComparing ? lowest : null}
                  isBusy={isBusy}
                  conversation={conversation}
                  onLimit={toLimit}
                />
              ),
          )}
        </div>
        <Composer
          conversation={conversation}
          isBusy={isBusy}
          models={stateOfModels(offered, lanes)}
          names={models}
          known={offered.known}
          isPanelOpen={isPhone ? isPanelOpen : null}
          openPanel={openPanel}
          prompt={prompt}
          onPrompt={onPrompt}
        />
        {isCodeOpen && (
          <Suspense>
            <CodeView state={state} known={offered.known} onClose={() => setIsCodeOpen(false)} />
          </Suspense>
        )}
      </Stack>
    </div>
  )
}
