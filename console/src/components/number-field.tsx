import { type GetRef, InputNumber, type InputNumberProps } from 'antd'
import type { Ref } from 'react'
import { readTypedNumber } from '../lib/typed-number.ts'

export type NumberFieldRef = GetRef<typeof InputNumber>

export interface NumberFieldProps<T extends string | number> extends InputNumberProps<T> {
  ref?: Ref<NumberFieldRef>
}

/** A field for a number as people type it. The field of the library drops every comma: 1,5 would become 15. */
export const NumberField = <T extends string | number = number>(props: NumberFieldProps<T>) => (
  // The library makes the value from the text that its parser returns.
  <InputNumber<T> parser={(typed) => readTypedNumber(typed) as T} {...props} />
)
