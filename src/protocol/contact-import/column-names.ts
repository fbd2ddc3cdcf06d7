import type { CONTACT_FIELDS } from '../contact-csv.ts';

/** What a column of a file is: a field of the interface, an attribute of its own name, or nothing. */
export type Target = (typeof CONTACT_FIELDS)[number] | 'attribute' | '';

/**
 * The meaning of a column's name: a field, a part of the contact's name, an id that may be the caller's, or unknown.
 */
export type ColumnMeaning = Target | 'name-part' | 'last-name' | 'other-id';

/** Usual names of columns, of people and of other systems, in the languages of the panel. */
const NAMES: Readonly<Record<Exclude<ColumnMeaning, 'attribute'>, readonly string[]>> = {
  external_id: [
    ...['external id', 'customer id', 'customer number', 'customer no', 'user id'],
    ...[
      'Kundennummer',
      'Kundennr',
      'Kunden-ID',
      'numéro client',
      'n° client',
      'ID client',
      'código de cliente',
    ],
    ...['ID de cliente', 'número de cliente', 'código do cliente', 'ID do cliente', 'número do cliente'],
    ...['codice cliente', 'ID cliente', 'klantnummer', 'klant-ID', 'numer klienta', 'ID klienta'],
    ...['müşteri no', 'müşteri numarası', '顧客番号', '顧客ID', '客户编号', '客户ID', '고객번호', '고객 ID'],
    ...['رقم العميل', 'معرف العميل', 'מספר לקוח', 'ग्राहक संख्या', 'ग्राहक आईडी'],
  ],
  name: [
    ...['name', 'full name', 'vollständiger Name', 'Ansprechpartner', 'nom complet', 'nombre completo'],
    ...['nome completo', 'naam', 'volledige naam', 'imię i nazwisko', 'ad soyad', 'adı soyadı'],
    ...['氏名', '名前', 'お名前', '姓名', '성명', 'الاسم', 'الاسم الكامل', 'שם', 'שם מלא', 'पूरा नाम'],
  ],
  // Few systems export a name in one column. A family name that comes first is a part like the others.
  'name-part': [
    ...['first name', 'middle name', 'given name', 'Vorname', 'prénom', 'nombre', 'nome', 'voornaam', 'imię'],
    ...['adı', 'isim', '姓', '名', '성', '이름', 'الاسم الأول', 'שם פרטי', 'नाम'],
  ],
  'last-name': [
    ...[
      'last name',
      'family name',
      'surname',
      'Nachname',
      'Familienname',
      'nom',
      'nom de famille',
      'apellido',
    ],
    ...['apellidos', 'cognome', 'apelido', 'sobrenome', 'achternaam', 'nazwisko', 'soyad', 'soyadı'],
    ...['اسم العائلة', 'שם משפחה', 'उपनाम'],
  ],
  email: [
    // Of Google's address book.
    'email 1 value',
    ...['email', 'email address', 'mail', 'E-Mail-Adresse', 'Mailadresse', 'adresse e-mail', 'adresse mail'],
    ...[
      'courriel',
      'correo',
      'correo electrónico',
      'endereço de e-mail',
      'indirizzo e-mail',
      'posta elettronica',
    ],
    ...[
      'e-mailadres',
      'adres e-mail',
      'e-posta',
      'e-posta adresi',
      'メール',
      'メールアドレス',
      '电子邮件',
      '邮箱',
    ],
    ...['이메일', '이메일 주소', 'البريد الإلكتروني', 'البريد', 'דואר אלקטרוני', 'דוא"ל', 'אימייל', 'ईमेल'],
  ],
  phonenumber: [
    'phone 1 value',
    ...[
      'phone number',
      'phone',
      'telephone',
      'mobile',
      'mobile phone',
      'sms',
      'Telefon',
      'Telefonnummer',
      'Tel',
    ],
    ...[
      'Mobiltelefon',
      'Handy',
      'téléphone',
      'numéro de téléphone',
      'portable',
      'teléfono',
      'móvil',
      'telefone',
    ],
    ...['telemóvel', 'celular', 'telefono', 'cellulare', 'telefoonnummer', 'telefoon', 'numer telefonu'],
    ...['cep telefonu', 'telefon numarası', '電話', '電話番号', '携帯電話', '电话', '手机', '手机号', '전화'],
    ...['전화번호', '휴대폰', 'الهاتف', 'رقم الهاتف', 'الجوال', 'טלפון', 'נייד', 'फ़ोन', 'फ़ोन नंबर', 'मोबाइल'],
  ],
  payment_accounts: ['payment accounts'],
  custom_attributes: ['custom attributes'],
  // As in HubSpot, Brevo or Salesforce, Mailchimp.
  'other-id': ['id', 'record id', 'contact id', 'euid'],
  // The service assigns these itself.
  '': ['created at', 'updated at'],
};

interface ColumnName {
  /** As people write it. */
  name: string;
  plain: string;
  meaning: ColumnMeaning;
}

const KNOWN: readonly ColumnName[] = Object.entries(NAMES).flatMap(([meaning, names]) =>
  names.map(name => ({ name, plain: plainName(name), meaning: meaning as ColumnMeaning })),
);

const MEANINGS: ReadonlyMap<string, ColumnMeaning> = new Map(
  KNOWN.map(({ plain, meaning }) => [plain, meaning]),
);

export function meaningOf(column: string): ColumnMeaning {
  return MEANINGS.get(plainName(column)) ?? 'attribute';
}

/** The names of fields and of parts of a name. */
export const COLUMN_NAMES: readonly (Omit<ColumnName, 'meaning'> & { target: Target })[] = KNOWN.flatMap(
  ({ name, plain, meaning }) => {
    if (meaning === '' || meaning === 'other-id') return [];
    const target = meaning === 'name-part' || meaning === 'last-name' ? 'name' : meaning;
    return [{ name, plain, target }];
  },
);

/** Letters and digits alone, without accents. */
export function plainName(column: string): string {
  return column
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
