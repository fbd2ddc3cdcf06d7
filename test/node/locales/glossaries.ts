/** The terms of a language. A stem is compared without case. */
export interface Glossary {
  /** Words of the form of address that this language does not use. */
  notAddressedAs?: RegExp;
  /** Words for which this language has another term. */
  notSaid?: RegExp;
  /** Forms of the widget that would fit only men, or only a thing of one gender. */
  gendered?: RegExp;
  retry: string;
  /** Stem of what visitors say about an answer. */
  feedback: string;
  regenerate: string;
  /** Stem of the button that opens the chat, in the panel. */
  launcher?: string;
  /** Stem of an identifier, in the panel. */
  id?: string;
  /** Stems of a conversation, a message and an answer, in the widget. */
  terms: readonly [conversation: RegExp, message: RegExp, answer: RegExp];
}

/** The glossary of each language, by its code. Terms that name a thing are stems, buttons are whole. */
export const GLOSSARIES: Record<string, Glossary> = {
  en: {
    retry: 'Try again',
    feedback: 'feedback',
    launcher: 'launcher',
    regenerate: 'Regenerate',
    id: 'ID',
    terms: [/conversation/i, /message/i, /answer/i],
  },
  de: {
    notAddressedAs: /(?<!\p{L})([Dd]u|[Dd]ein\w*|[Dd]ich|[Dd]ir)(?!\p{L})/u,
    retry: 'Erneut versuchen',
    feedback: 'feedback',
    launcher: 'chat-schaltfläche',
    regenerate: 'Antwort neu generieren',
    id: 'kennung',
    terms: [/unterhaltung/i, /nachricht/i, /antwort/i],
  },
  fr: {
    notAddressedAs: /(?<!\p{L})([Tt]u|[Tt]on|[Tt]es)(?!\p{L})/u,
    retry: 'Réessayer',
    feedback: 'avis',
    launcher: 'bouton d’ouverture',
    regenerate: 'Régénérer la réponse',
    id: 'identifiant',
    terms: [/conversation/i, /message/i, /répon/i],
  },
  es: {
    notAddressedAs: /(?<!\p{L})([Tt]ú|[Tt]us?|[Tt]ienes|[Pp]uedes|[Dd]efine)(?!\p{L})/u,
    retry: 'Reintentar',
    feedback: 'opini',
    launcher: 'botón de apertura',
    regenerate: 'Regenerar respuesta',
    id: 'identificador',
    terms: [/conversaci/i, /mensaje/i, /resp/i],
  },
  'pt-PT': {
    notAddressedAs: /(?<!\p{L})([Vv]ocê|[Tt]eus?|[Tt]uas?)(?!\p{L})/u,
    gendered: /obrigado|humano/i,
    retry: 'Tentar novamente',
    feedback: 'opini',
    launcher: 'botão de abertura',
    regenerate: 'Gerar nova resposta',
    id: 'identificador',
    terms: [/convers/i, /mensage/i, /resp/i],
  },
  pt: {
    notAddressedAs: /(?<!\p{L})(consigo|[Tt]eus?|[Tt]uas?)(?!\p{L})/u,
    notSaid: /fornecedor/i,
    gendered: /obrigado|humano/i,
    retry: 'Tentar novamente',
    feedback: 'feedback',
    launcher: 'botão de abertura',
    regenerate: 'Gerar novamente',
    id: 'identificador',
    terms: [/convers/i, /mensage/i, /resp/i],
  },
  it: {
    notAddressedAs: /\b(Lei|Scriva|Riprovi|Scelga)\b/,
    retry: 'Riprova',
    feedback: 'feedback',
    launcher: 'pulsante di apertura',
    regenerate: 'Rigenera risposta',
    id: 'identificativo',
    terms: [/conversazion/i, /messagg/i, /rispo/i],
  },
  nl: {
    notAddressedAs: /\b[Uu]w?\b/,
    retry: 'Opnieuw proberen',
    feedback: 'feedback',
    launcher: 'chatknop',
    regenerate: 'Nieuw antwoord genereren',
    id: 'id',
    terms: [/gesprek/i, /bericht/i, /antwoord/i],
  },
  pl: {
    notAddressedAs: /(?<!\p{L})(Pan|Pani|Państwo)(?!\p{L})/u,
    retry: 'Spróbuj ponownie',
    feedback: 'opini',
    launcher: 'przycisk',
    regenerate: 'Wygeneruj ponownie',
    id: 'identyfikator',
    terms: [/rozm/i, /wiadomo/i, /odpowi/i],
  },
  tr: {
    notSaid: /temsilci/i,
    notAddressedAs: /(?<!\p{L})([Ss]en|[Ss]enin|[Ss]ana)(?!\p{L})/u,
    retry: 'Yeniden dene',
    feedback: 'geri bildirim',
    launcher: 'açma düğmesi',
    regenerate: 'Yanıtı yeniden oluştur',
    id: 'kayıt numara',
    terms: [/konuşma/i, /mesaj|gönder/i, /yanıt/i],
  },
  ar: {
    gendered: /(?<!\p{L})(حاول|تحق[قّ]+|اطرح|انتظر|املأ|أدخل|ضع|جرّب|ابدأ|أعد|اسمح|تأكد|حدّد|تابع)(?!\p{L})/u,
    retry: 'إعادة المحاولة',
    feedback: 'رأي',
    launcher: 'زر الفتح',
    regenerate: 'إعادة إنشاء الرد',
    id: 'معرّف',
    terms: [/محادث/, /رسال|رسائل/, /رد/],
  },
  he: {
    notAddressedAs:
      /(?<!\p{L})(אתם|שלכם|כתבתם|נסו|בדקו|שמרו|הזינו|הגדירו|הוסיפו|העלו|קראו|מחקו|פתחו)(?!\p{L})/u,
    notSaid: /אימייל|„|[א-ת]-[\w$]/,
    retry: 'ניסיון נוסף',
    feedback: 'משוב',
    launcher: 'כפתור הפתיחה',
    regenerate: 'יצירת תשובה מחדש',
    id: 'מזהה',
    terms: [/שיח/, /הודע/, /תשוב/],
  },
  'zh-Hant': {
    notAddressedAs: /你/,
    retry: '重試',
    feedback: '意見回饋',
    launcher: '啟動按鈕',
    regenerate: '重新產生',
    id: 'ID',
    terms: [/對話/, /訊息/, /回答/],
  },
  zh: {
    notAddressedAs: /你/,
    retry: '重试',
    feedback: '反馈',
    launcher: '启动按钮',
    regenerate: '重新生成',
    id: 'ID',
    terms: [/对话/, /消息/, /回答/],
  },
  ja: {
    retry: 'もう一度試す',
    feedback: '意見',
    launcher: '起動ボタン',
    regenerate: '回答を再生成',
    id: 'ID',
    terms: [/会話/, /メッセージ/, /回答/],
  },
  ko: {
    retry: '다시 시도',
    feedback: '의견',
    launcher: '열기 버튼',
    regenerate: '답변 다시 생성',
    id: 'ID',
    terms: [/대화/, /메시지/, /답변/],
  },
  hi: {
    notAddressedAs: /(^|\s)(तुम|तू)(\s|$)/,
    notSaid: /आगंतुक|सवाल|जवाब|पाठ/,
    gendered: /आप [^।]*(रहे|सकते|देते|देखते) हैं|सुन रहा|\$\{\w+\} विफल रहा/,
    retry: 'फिर से कोशिश करें',
    feedback: 'राय',
    launcher: 'खोलने',
    regenerate: 'फिर से उत्तर दें',
    id: 'आईडी',
    terms: [/बातचीत/, /संदेश/, /उत्तर/],
  },
  // Informal.
  sv: {
    notAddressedAs: /(?<!\p{L})(Ni|ni|[Ee]r|[Ee]rt|[Ee]ra)(?!\p{L})/u,
    retry: 'Försök igen',
    feedback: 'feedback',
    regenerate: 'Skapa nytt svar',
    terms: [/konversation/i, /meddelande/i, /svar/i],
  },
  da: {
    notAddressedAs: /(?<!\p{L})(De|Dem|Deres)(?!\p{L})/u,
    retry: 'Prøv igen',
    feedback: 'feedback',
    regenerate: 'Generer nyt svar',
    terms: [/samtale/i, /besked/i, /svar/i],
  },
  nb: {
    notAddressedAs: /(?<!\p{L})(De|Dem|Deres)(?!\p{L})/u,
    retry: 'Prøv igjen',
    feedback: 'tilbakemelding',
    regenerate: 'Lag nytt svar',
    terms: [/samtale/i, /melding/i, /svar/i],
  },
  fi: {
    notAddressedAs: /(?<!\p{L})([Tt]e|[Tt]eidän|[Tt]eille|[Yy]rittäkää|[Oo]lette)(?!\p{L})/u,
    retry: 'Yritä uudelleen',
    feedback: 'palaut',
    regenerate: 'Luo vastaus uudelleen',
    terms: [/keskustelu/i, /viest/i, /vasta/i],
  },
  // Formal.
  cs: {
    notAddressedAs: /(?<!\p{L})([Tt]y|[Tt]vůj|[Tt]voje|[Tt]vé|[Zz]kus|[Mm]ůžeš)(?!\p{L})/u,
    retry: 'Zkusit znovu',
    feedback: 'zpětnou vazbu',
    regenerate: 'Vygenerovat znovu',
    terms: [/konverzac/i, /zpráv/i, /odpov/i],
  },
  sk: {
    notAddressedAs: /(?<!\p{L})([Tt]y|[Tt]voj[ae]?|[Tt]vo[ju]|[Ss]kús|[Mm]ôžeš)(?!\p{L})/u,
    retry: 'Skúsiť znova',
    feedback: 'spätnú väzbu',
    regenerate: 'Vygenerovať znova',
    terms: [/konverzáci/i, /správ/i, /odpov/i],
  },
  hu: {
    notAddressedAs: /(?<!\p{L})([Tt]e|[Tt]ied|[Pp]róbáld|[Ee]llenőrizd|[Tt]öltsd|[Vv]árd)(?!\p{L})/u,
    retry: 'Próbálja újra',
    feedback: 'visszajelzés',
    regenerate: 'Újragenerálás',
    terms: [/beszélgetés/i, /üzenet/i, /válasz/i],
  },
  // Informal.
  ro: {
    notAddressedAs: /(?<!\p{L})(dumneavoastră|dvs|[Îî]ncercați|[Vv]erificați|[Pp]uteți)(?!\p{L})/iu,
    retry: 'Încearcă din nou',
    feedback: 'feedback',
    regenerate: 'Regenerează',
    terms: [/conversați/i, /mesaj/i, /răspun/i],
  },
  // Formal.
  el: {
    notAddressedAs: /(?<!\p{L})([Εε]σύ|[Εε]σένα|[Σσ]ου|[Δδ]οκίμασε|[Μμ]πορείς)(?!\p{L})/u,
    retry: 'Δοκιμάστε ξανά',
    feedback: 'σχόλι',
    regenerate: 'Δημιουργία νέας απάντησης',
    terms: [/συνομιλ/i, /μ[ηή]ν[υύ]μ/i, /απ[αά]ντ/i],
  },
  uk: {
    notAddressedAs: /(?<!\p{L})([Тт]и|[Тт]ебе|[Тт]обі|[Тт]в[іо]й|[Тт]во[яєї]|[Сс]пробуй|[Мм]ожеш)(?!\p{L})/u,
    retry: 'Спробувати ще раз',
    feedback: 'відгук',
    regenerate: 'Згенерувати знову',
    terms: [/розмов/i, /повідомлен/i, /відпов/i],
  },
  ru: {
    notAddressedAs: /(?<!\p{L})([Тт]ы|[Тт]ебя|[Тт]ебе|[Тт]во[йяёи]|[Пп]опробуй|[Мм]ожешь)(?!\p{L})/u,
    retry: 'Повторить попытку',
    feedback: 'отзыв',
    regenerate: 'Сгенерировать заново',
    terms: [/диалог/i, /сообщен/i, /ответ|отвеча/i],
  },
  // The buttons speak to the chat ("envia"), the chat speaks to visitors as "vós" ("envieu").
  ca: {
    notAddressedAs: /(?<!\p{L})([Tt]u|[Tt]eva|[Tt]eu|[Tt]eus|[Vv]ostè|[Pp]ots|[Pp]rova)(?!\p{L})/u,
    retry: 'Torna-ho a provar',
    feedback: 'opini',
    regenerate: 'Regenera la resposta',
    terms: [/convers/i, /missatge/i, /resp/i],
  },
  // Formal.
  id: {
    notAddressedAs: /(?<!\p{L})(kamu|kau|engkau)(?!\p{L})/iu,
    retry: 'Coba lagi',
    feedback: 'masukan',
    regenerate: 'Buat ulang jawaban',
    terms: [/percakapan/i, /pesan/i, /jawab/i],
  },
  // “Bạn”, which is neither young nor old.
  vi: {
    notAddressedAs: /(?<!\p{L})(anh|chị|quý khách|mày)(?!\p{L})/iu,
    retry: 'Thử lại',
    feedback: 'phản hồi',
    regenerate: 'Tạo lại câu trả lời',
    terms: [/trò chuyện/i, /tin nhắn/i, /trả lời/i],
  },
  // “คุณ”, without the particles that would give the chat a gender.
  th: {
    notAddressedAs: /ครับ|ค่ะ|คะ|เธอ|ท่าน/,
    retry: 'ลองอีกครั้ง',
    feedback: 'ความคิดเห็น',
    regenerate: 'สร้างคำตอบใหม่',
    terms: [/สนทนา/, /ข้อความ/, /ตอบ/],
  },
};
