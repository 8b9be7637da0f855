// The demo members: ordinary rows. The data of each leads to one screen. No code asks for a member by key.
import { dayOf, daysBefore, type Days } from '../backend/domain/members/days.ts'
import type { NewMember } from '../backend/db/schema.ts'

type Data = Partial<Omit<NewMember, 'id' | 'login_id' | 'login_id_key' | 'password_hash' | 'demo_key' | 'created_at'>>

export type Scenario = {
  key: string
  /** What the partner's list says. */
  shows: string
  member: Data
  /** The partner's list offers a sign-in that requires a proved phone (contract, "Step-up"). */
  acr_values?: 'phone'
  /** Wrong passwords so far, and for how many days the lock still holds. */
  attempts?: { wrong_count: number; locked_days?: number }
  /** Services that the member has used (true) or is kept out of (false). */
  services?: Record<string, boolean>
  /** Terms of which an older version was agreed to, and the one in force was not. */
  old_terms?: string[]
}

const LONG = 365

/** Only the data that the inviter knew. */
const invited: Data = {
  joined: false,
  join_type: 'INVITATION',
  nickname: null,
  birthdate: null,
  gender: null,
  phone: null,
  profile: '{}',
}

/** @param today from which ages and dates are counted back */
export function scenarios(today: Date): Scenario[] {
  const ago = (days: Days): Date => daysBefore(today, days)
  const born = (days: Days): string => dayOf(ago(days))
  return [
    {
      key: 'member',
      shows: '바로 로그인돼요. 서비스 B는 그룹 구성원만 써요 · Signs in at once; service B is for group members',
      member: {},
    },
    {
      key: 'passkey',
      shows: '로그인 유지를 켜고 로그인하면 패스키를 권해요 · With “Stay signed in” ticked: a passkey is recommended',
      member: {},
    },
    {
      key: 'four-wrong',
      shows: '네 번 틀렸어요. 한 번 더 틀리면 잠겨요 · Four wrong passwords; the fifth locks',
      member: {},
      attempts: { wrong_count: 4 },
    },
    {
      key: 'locked',
      shows: '다섯 번 틀려서 잠겼어요 · Locked after five wrong passwords',
      member: {},
      attempts: { wrong_count: 5, locked_days: LONG },
    },
    { key: 'suspended', shows: '이용이 정지됐어요 · Suspended account', member: { status: 'SUSPENDED' } },
    { key: 'child', shows: '만 14세 미만이에요 · Under 14', member: { birthdate: born(12 * 365) } },
    { key: 'incumbent', shows: '재직 상태를 확인해야 해요 · Incumbent state', member: { status: 'INCUMBENT' } },
    {
      key: 'ip',
      shows: '허용된 곳에서만 로그인할 수 있어요 · Allowed from certain addresses only',
      member: { allowed_ips: JSON.stringify(['203.0.113.0/24']) },
    },
    { key: 'internal', shows: '사내에서만 쓸 수 있어요 · Internal network only', member: { internal_only: true } },
    {
      key: 'no-permission',
      shows: '이 서비스를 쓸 권한이 없어요 · No permission for the service',
      member: { belong_sk: true, member_kind: 'SK' },
      services: { 'service-a': false, 'service-b': false },
    },
    {
      key: 'sms',
      shows: '비밀번호 다음에 문자 인증을 해요 · SMS after the password',
      member: { second_factor: 'SMS' },
    },
    {
      key: 'admin',
      shows: '관리자라서 휴대폰 인증을 해요 · Administrator: certification by phone',
      member: { admin: true, belong_sk: true, member_kind: 'SK' },
      services: { 'service-b': true },
    },
    {
      key: 'sk',
      shows: '그룹 구성원, 두 서비스를 다 써요 · Group member of both services',
      member: { belong_sk: true, member_kind: 'SK', name: '최지안', nickname: '지안' },
      services: { 'service-a': true, 'service-b': true },
    },
    {
      key: 'new-service',
      shows: '그룹 구성원, 서비스 B는 처음이에요 · Group member, first use of service B',
      member: { belong_sk: true, member_kind: 'SK' },
      services: { 'service-a': true },
    },
    {
      key: 'english-name',
      shows: '이름이 길고 한글이 아니에요 · A long name in Latin letters',
      member: { name: 'Maximiliana Featherstonehaugh-O’Brien', nickname: 'Max' },
    },
    {
      key: 'new-terms',
      shows: '약관의 새 버전에 동의해야 해요 · Terms of a new version',
      member: {},
      old_terms: ['PRIVACY'],
    },
    {
      key: 'old-password',
      shows: '비밀번호를 200일 동안 바꾸지 않았어요 · Password of 200 days',
      member: { password_changed_at: ago(200) },
    },
    {
      key: 'required-password',
      shows: '관리자가 비밀번호를 정했어요 · Password set by an administrator',
      member: { must_change_password: true },
    },
    {
      key: 'missing-profile',
      shows: '서비스 B가 묻는 정보가 비어 있어요 · Profile fields that service B asks for are missing',
      member: { belong_sk: true, member_kind: 'SK', profile: '{}' },
      services: { 'service-b': true },
    },
    {
      key: 'waiting',
      shows: '가입 승인을 기다려요 · Approval is pending',
      member: { join_status: 'WAITING', member_type_code: 'BSNS' },
    },
    {
      key: 'unapproved',
      shows: '가입이 승인되지 않았어요 · Approval was refused',
      member: { join_status: 'UNAPPROVED', member_type_code: 'BSNS', join_reason: '소속을 확인하지 못했어요.' },
    },
    { key: 'protected', shows: '보호 조치된 계정이에요 · Protected account', member: { status: 'PROTECTED' } },
    {
      key: 'new-service-terms',
      shows: '서비스 B 약관의 새 버전에 동의해야 해요 · Terms of service B in a new version',
      member: { belong_sk: true, member_kind: 'SK' },
      services: { 'service-b': true },
      old_terms: ['RP_PRIVACY'],
    },
    {
      key: 'three-steps',
      shows: '서비스 B에서 약관, 닉네임, 정보 세 단계를 거쳐요 · At service B: terms, nickname, details',
      member: {
        belong_sk: true,
        member_kind: 'SK',
        profile: JSON.stringify({ interest_category: 'IC01', interest_field: 'IC0101' }),
      },
      old_terms: ['PRIVACY'],
    },
    {
      key: 'changed-elsewhere',
      shows:
        '로그인한 뒤에 비밀번호가 다른 곳에서 바뀌면 다시 로그인해요 · Password changed elsewhere: sign in, press that, check the session',
      member: { password_changed_at: today },
    },
    { key: 'moved', shows: '다른 아이디로 옮긴 계정이에요 · Lives on under another ID', member: { status: 'MOVED' } },
    { key: 'not-joined', shows: '아직 가입하지 않았어요 · Known, but has not joined', member: { joined: false } },
    {
      key: 'not-converted',
      shows: '그룹 계정을 옮겨 와야 해요 · A group account to be carried over',
      member: { joined: false, join_type: 'MIGRATION', belong_sk: true, member_kind: 'SK' },
    },
    {
      key: 'not-accepted',
      shows: '초대를 아직 받아들이지 않았어요 · An invitation that was not accepted yet',
      member: { ...invited, name: '윤서진', member_type_code: 'BSNS' },
    },
    {
      key: 'invited-sk',
      shows: '그룹에 초대받았어요 · Invited to the group',
      member: { ...invited, name: '한도윤', belong_sk: true, member_kind: 'SK', emp_no: 'SK1024' },
    },
    {
      key: 'step-up',
      shows:
        '서비스가 휴대폰 인증을 요구하면 약관 동의 전에 문자로 인증해요 · The service requires a proved phone: SMS, then new terms',
      member: {},
      acr_values: 'phone',
      old_terms: ['PRIVACY'],
    },
  ]
}
