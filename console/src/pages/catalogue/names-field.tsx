import type { PrefillType } from '@sluice/contract/catalogue'
import { Form, Select, type SelectProps } from 'antd'
import type { FormControl } from '../../components/form-control.ts'
import { PrefillButtons } from '../../components/prefill-buttons.tsx'
import css from './catalogue.module.css'

interface NamesFieldProps extends FormControl<string[]> {
  /** The type of groups offered below the field; absent = none. */
  prefill?: PrefillType
  options: { value: string; label: string }[]
  select?: Pick<SelectProps, 'loading' | 'notFoundContent' | 'popupRender' | 'status'>
}

const trimmed = (names: readonly string[]): string[] => [
  ...new Set(names.map((name) => name.trim()).filter((name) => name !== '')),
]

/** Names that are chosen or typed, several at once separated by commas. */
export function NamesField({ prefill, options, select, value = [], onChange, ...field }: NamesFieldProps) {
  return (
    <>
      <Select
        {...field}
        {...select}
        mode="tags"
        allowClear
        tokenSeparators={[',', '，', '\n']}
        maxTagCount={40}
        value={value}
        options={options}
        // Without options the list would only repeat the input.
        {...(options.length === 0 && select === undefined && { open: false, suffixIcon: null })}
        onChange={(names: string[]) => onChange?.(trimmed(names))}
      />
      {prefill && (
        <Form.Item noStyle>
          <div className={css.prefill}>
            <PrefillButtons type={prefill} value={value} onFill={(names) => onChange?.(names)} />
          </div>
        </Form.Item>
      )}
    </>
  )
}
