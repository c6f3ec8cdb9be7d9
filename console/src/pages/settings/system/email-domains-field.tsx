import { Button, Input, Space, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout.tsx'
import { toastSuccess } from '../../../lib/toasts.ts'
import { controlIdOf } from '../option-field.ts'
import css from '../settings.module.css'
import { useOption } from '../use-option.ts'
import { addDomain, domainsIn } from './email-domains.ts'

const name = 'EmailDomainWhitelist'
const example = 'example.com'

/** The domains as tags, and a field to add another. */
export function EmailDomainsField() {
  const { t } = useTranslation(['settings-system', 'common'])
  const option = useOption(name)
  const [typed, setTyped] = useState('')
  const domains = domainsIn(option.text)
  const write = (list: readonly string[]) => option.setText(list.join(','))
  const add = () => {
    const added = addDomain(domains, typed)
    if (!added.ok) return option.refuse(added.problem)
    write(added.domains)
    setTyped('')
    toastSuccess(t('domain.added'))
  }
  return (
    <>
      {domains.length > 0 && (
        <Row as="ul" gap={6} align="stretch" wrap className={css.tags} aria-label={t('domain.list')}>
          {domains.map((domain) => (
            <li key={domain}>
              <Tag
                // It is read, also where the card cannot be changed.
                disabled={false}
                closable={!option.isReadOnly && { 'aria-label': t('domain.remove', { domain }) }}
                onClose={(event) => {
                  event.preventDefault()
                  write(domains.filter((one) => one !== domain))
                }}
              >
                {domain}
              </Tag>
            </li>
          ))}
        </Row>
      )}
      {!option.isReadOnly && (
        <Space.Compact block>
          <Input
            id={controlIdOf(name)}
            value={typed}
            placeholder={example}
            autoComplete="off"
            spellCheck={false}
            status={option.problem === undefined ? undefined : 'error'}
            onChange={(event) => setTyped(event.target.value)}
            onPressEnter={(event) => {
              if (!event.ctrlKey && !event.metaKey) add()
            }}
          />
          <Button aria-label={t('domain.add')} onClick={add}>
            {t('common:actions.add')}
          </Button>
        </Space.Compact>
      )}
    </>
  )
}
