import type { SystemState } from '@sluice/contract/system'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardPage } from '../../components/card-page.tsx'
import { Row } from '../../components/layout.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RefreshButton } from '../../components/refresh-button.tsx'
import { saveStream } from '../../lib/save-stream.ts'
import { isRoot, useSessionUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toasts.ts'
import { ChecksCard } from './checks-card.tsx'
import { NodesCard } from './nodes-card.tsx'
import { fetchSupportFile, systemQuery } from './queries.ts'
import { QueuesCard, StorageCard } from './storage-cards.tsx'
import { JobsCard, TasksCard } from './work-cards.tsx'

/** How the site runs. */
export function SystemPage() {
  const { t } = useTranslation('system')
  const query = useQuery(systemQuery)
  const user = useSessionUser()
  const mayCheck = user !== null && isRoot(user)
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={query.data ? t('purposeOf', describeProgram(query.data)) : t('purpose')}
        action={
          <Row>
            <RefreshButton isRefreshing={query.isFetching} onRefresh={() => void query.refetch()} />
            {mayCheck && <SupportButton />}
          </Row>
        }
      />
      <LoadState query={query} rows={8} place="page">
        {(state) => <Cards state={state} mayCheck={mayCheck} />}
      </LoadState>
    </>
  )
}

const describeProgram = ({ version, commit, runtime }: SystemState) => ({
  version: commit === '' ? version : `${version} (${commit})`,
  runtime,
})

const ids = {
  nodes: 'card-nodes',
  tasks: 'card-tasks',
  jobs: 'card-jobs',
  queues: 'card-queues',
  storage: 'card-storage',
  checks: 'card-checks',
} as const

function Cards({ state, mayCheck }: { state: SystemState; mayCheck: boolean }) {
  const { t } = useTranslation('system')
  const parts = ['nodes', ...(mayCheck ? (['checks'] as const) : []), 'tasks', 'queues', 'storage', 'jobs'] as const
  return (
    <CardPage
      label={t('parts')}
      anchors={parts.map((part) => ({ id: ids[part], title: t(`${part}.title`) }))}
      onJump={(id) => document.getElementById(id)?.scrollIntoView()}
      hasSelect
    >
      <NodesCard id={ids.nodes} nodes={state.nodes} />
      {mayCheck && <ChecksCard id={ids.checks} />}
      <TasksCard id={ids.tasks} tasks={state.tasks} />
      <QueuesCard id={ids.queues} state={state} />
      <StorageCard id={ids.storage} state={state} />
      <JobsCard id={ids.jobs} jobs={state.jobs} />
    </CardPage>
  )
}

function SupportButton() {
  const { t } = useTranslation('system')
  const [isSaving, setIsSaving] = useState(false)
  const save = async () => {
    setIsSaving(true)
    await saveStream('sluice-support.json', fetchSupportFile).catch(toastFailure)
    setIsSaving(false)
  }
  return (
    <Button loading={isSaving} title={t('support.hint')} onClick={save}>
      {t('support.save')}
    </Button>
  )
}
