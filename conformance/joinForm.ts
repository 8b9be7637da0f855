// Contract, sign-up: the fields of a join that say nothing of one visitor.
export const JOIN_FORM = {
  belong_sk: false,
  email_alarm: false,
  sms_alarm: false,
  is_under_age: false,
  gender: 'F',
  birthdate: '19950208',
  mbr_no: '',
  amr: 'SMS',
  skip_services: false,
  display_method: 'web',
} as const
