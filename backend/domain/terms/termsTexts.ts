// Spec §3, terms: short demonstration texts in the three languages in which terms are offered.
import type { TermsLanguage } from '../../../contract/codes.ts'

export type Section = [heading: string, paragraph: string]
type Text = { title: string; sections: Section[] }

const text = (title: string, ...sections: Section[]): Text => ({ title, sections })

const SERVICE: Record<TermsLanguage, Text> = {
  KR: text(
    '서비스 이용약관',
    ['이 약관은', '하나의 계정으로 학습 플랫폼과 파트너 서비스에 로그인할 때 지켜야 할 약속을 담고 있어요.'],
    [
      '회원이 지킬 것',
      '본인의 정보로 가입하고, 비밀번호와 인증번호를 다른 사람과 나누지 않아요. 계정이 도용된 것 같으면 바로 비밀번호를 바꿔 주세요.',
    ],
    ['우리가 지킬 것', '로그인에 필요한 기능을 안전하게 제공하고, 멈춰야 할 때는 미리 알려요.'],
    ['그만 쓰고 싶을 때', '언제든지 탈퇴할 수 있어요. 탈퇴하면 계정으로 더는 로그인할 수 없어요.'],
  ),
  EN: text(
    'Terms of service',
    [
      'What this is',
      'These terms are the promises that go with one account for the learning platform and its partner services.',
    ],
    [
      'What you promise',
      'You join with your own details and share neither your password nor a verification code. If you think someone else uses your account, change your password at once.',
    ],
    ['What we promise', 'We provide what signing in needs, safely, and say so beforehand when it has to pause.'],
    ['Leaving', 'You can close your account at any time. A closed account can no longer sign in.'],
  ),
  CN: text(
    '服务条款',
    ['关于本条款', '本条款说明使用同一账号登录学习平台及合作服务时双方的约定。'],
    ['您的约定', '请使用本人信息注册，不与他人共享密码或验证码。如怀疑账号被他人使用，请立即修改密码。'],
    ['我们的约定', '我们安全地提供登录所需的功能，需要暂停时会提前通知。'],
    ['停止使用', '您可以随时注销账号。注销后将无法再用该账号登录。'],
  ),
}

const CUSTOM: Record<TermsLanguage, Text> = {
  KR: text(
    '맞춤 학습 서비스 이용약관',
    ['무엇을 하나요', '관심 분야와 직무를 바탕으로 학습 과정을 추천해요.'],
    ['무엇을 보나요', '회원이 직접 알려 준 직무와 관심 분야, 수강한 과정만 사용해요.'],
    ['바꾸고 싶을 때', '추천에 쓰이는 정보를 고치려면 고객지원에 알려 주세요.'],
  ),
  EN: text(
    'Terms of personalised learning',
    ['What it does', 'It recommends courses that fit your job and interests.'],
    ['What it looks at', 'Only the job and interests you told us, and the courses you took.'],
    ['Changing it', 'To change what recommendations are based on, ask customer support.'],
  ),
  CN: text(
    '个性化学习服务条款',
    ['服务内容', '根据您的岗位和兴趣推荐学习课程。'],
    ['使用的信息', '仅使用您告知的岗位、兴趣以及已学习的课程。'],
    ['如何更改', '如需修改用于推荐的信息，请联系客服。'],
  ),
}

const PRIVACY: Record<TermsLanguage, Text> = {
  KR: text(
    '개인정보 수집·이용 동의',
    ['받는 정보', '이메일, 이름, 생년월일, 성별, 휴대폰 번호와 회원 유형에 따라 필요한 정보를 받아요.'],
    ['쓰는 곳', '본인 확인, 로그인, 계정 보호와 문의 답변에 써요.'],
    ['보관 기간', '탈퇴할 때까지 보관하고, 탈퇴하면 지워요. 법에서 정한 것이 있으면 그 기간만 따로 보관해요.'],
    ['동의하지 않으면', '필수 정보라서 동의하지 않으면 가입할 수 없어요.'],
  ),
  EN: text(
    'Collection and use of personal data',
    [
      'What we receive',
      'Your email, name, date of birth, gender and mobile number, and what your type of membership needs.',
    ],
    ['What it is for', 'To know that you are you, to sign you in, to protect your account and to answer you.'],
    ['How long', 'Until you close your account. What the law asks us to keep is kept apart and for that time only.'],
    ['If you decline', 'This data is required, so an account cannot be opened without your consent.'],
  ),
  CN: text(
    '个人信息的收集与使用',
    ['收集的信息', '电子邮箱、姓名、出生日期、性别、手机号码，以及会员类型所需的信息。'],
    ['使用目的', '用于身份确认、登录、账号保护和答复咨询。'],
    ['保存期限', '保存至账号注销为止。法律要求保存的信息将单独保存至规定期限。'],
    ['不同意时', '以上为必需信息，不同意则无法注册。'],
  ),
}

const marketing = (way: Record<TermsLanguage, string>): Record<TermsLanguage, Text> => ({
  KR: text(
    `${way.KR} 수신 동의 (선택)`,
    ['보내는 것', '새 과정과 행사 소식을 보내요.'],
    ['그만 받고 싶을 때', '언제든지 거절할 수 있고, 거절해도 서비스는 그대로 쓸 수 있어요.'],
  ),
  EN: text(
    `Consent to ${way.EN} (optional)`,
    ['What we send', 'News of courses and events.'],
    ['Stopping it', 'You can decline at any time and go on using the service as before.'],
  ),
  CN: text(
    `同意接收${way.CN}（可选）`,
    ['发送内容', '新课程和活动信息。'],
    ['停止接收', '您可以随时拒绝，拒绝后仍可照常使用服务。'],
  ),
})

const RP_SERVICE: Record<TermsLanguage, Text> = {
  KR: text(
    '파트너 서비스 이용약관',
    ['이 약관은', '내 계정으로 파트너 서비스를 이용할 때 적용돼요.'],
    ['그만 쓰고 싶을 때', '파트너 서비스 이용을 멈춰도 계정은 그대로 남아요.'],
  ),
  EN: text(
    'Terms of the partner service',
    ['What this is', 'These terms apply when you use the partner service with your account.'],
    ['Leaving', 'Your account stays when you stop using the partner service.'],
  ),
  CN: text(
    '合作服务条款',
    ['关于本条款', '使用您的账号访问合作服务时适用本条款。'],
    ['停止使用', '停止使用合作服务后，您的账号仍会保留。'],
  ),
}

const RP_PRIVACY: Record<TermsLanguage, Text> = {
  KR: text(
    '개인정보 제3자 제공 동의',
    [
      '전달하는 정보',
      '동의 화면에 적힌 정보를 파트너 서비스에 전달해요. 전달되는 정보는 내 계정의 ‘이용 서비스’에서 다시 볼 수 있어요.',
    ],
    ['쓰는 곳', '파트너 서비스가 회원을 알아보고 학습 기록을 이어 주는 데 써요.'],
  ),
  EN: text(
    'Consent to sharing with the partner service',
    [
      'What is shared',
      'The data that the page of this consent lists. You find the list again in your account, under “Services”.',
    ],
    ['What it is for', 'So that the partner service knows you and keeps your learning record together.'],
  ),
  CN: text(
    '向第三方提供个人信息同意书',
    ['提供的信息', '同意页面上列出的信息。您可以在“我的账号”的“使用的服务”中再次查看。'],
    ['使用目的', '用于合作服务识别会员并衔接学习记录。'],
  ),
}

/** By terms code without the group's prefix. */
export const TERMS: ReadonlyMap<string, Record<TermsLanguage, Text>> = new Map([
  ['SERVICE', SERVICE],
  ['CUSTOM', CUSTOM],
  ['PRIVACY', PRIVACY],
  ['MARKETING', marketing({ KR: '마케팅 정보', EN: 'marketing messages', CN: '营销信息' })],
  ['AD_EMAIL', marketing({ KR: '이메일 소식', EN: 'news by email', CN: '邮件资讯' })],
  ['AD_SMS', marketing({ KR: '문자 소식', EN: 'news by SMS', CN: '短信资讯' })],
  ['RP_SERVICE', RP_SERVICE],
  ['RP_PRIVACY', RP_PRIVACY],
])

/** Short names, for texts whose titles do not fit into a list. */
export const ROW_NAMES: Readonly<Record<string, Record<TermsLanguage, string>>> = {
  MARKETING: { KR: '마케팅 정보 수신 동의', EN: 'News and offers', CN: '接收营销信息' },
  AD_EMAIL: { KR: '이메일로 받기', EN: 'By email', CN: '通过邮件接收' },
  AD_SMS: { KR: '문자로 받기', EN: 'By text message', CN: '通过短信接收' },
}
