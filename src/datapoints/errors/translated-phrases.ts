import type { ErrorRule } from "./error-rules.ts";

/** Phrases of providers, gateways and applications in languages other than English. */
export const translatedPhrases: readonly ErrorRule[] = [
  {
    type: "quota_exceeded",
    message:
      /欠费|欠費|余额不足|餘額不足|余量|资源包|已耗尽|用尽|配额|額度不足|额度不足|充值|guthaben|kontingent|(solde|crédits?) (insuffisant|épuisé)|saldo insuficiente|sin crédito|créditos? (insuficiente|agotad|esgotad)|credito (insufficiente|esaurito)|недостаточно средств|баланс|残高不足|クレジット.{0,6}不足|잔액|크레딧/i,
  },
  {
    type: "rate_limited",
    message:
      /限流|限频|频率|頻率|请求过于频繁|請求過於頻繁|请求过多|超过限额|并发|ratenbegrenzung|zu viele anfragen|trop de requêtes|limite de (débit|requêtes)|demasiadas solicitudes|límite de (velocidad|solicitudes)|troppe richieste|muitas (solicitações|requisições)|te veel verzoeken|zbyt wiele żądań|слишком много запросов|лимит запросов|レート制限|リクエストが多すぎ|요청이 너무 많|요청 한도/i,
  },
  {
    type: "content_filtered",
    message:
      /违规|違規|违法|敏感|审核|不合规|内容安全|風險內容|风险内容|inhaltsfilter|filtre de contenu|filtro de conte|filtro dei contenuti|фильтр|запрещённ|コンテンツ ?フィルタ|不適切|콘텐츠 필터|부적절/i,
  },
  {
    type: "context_too_large",
    message:
      /上下文(长度|長度)|输入(过|太)长|長度超|长度超|tokens? ?数.{0,4}超|过长|kontext(länge|fenster)|zu lang|contexte.{0,20}(dépass|trop)|trop long|contexto.{0,20}(excede|supera)|demasiado larg|contesto.{0,20}super|troppo lung|muito long|слишком длинн|контекст|コンテキスト長|長すぎ|컨텍스트|너무 (길|깁)/i,
  },
  {
    type: "setting_out_of_bounds",
    message:
      /数量超限|超出(取值|有效)?范围|取值范围|außerhalb des (zulässigen )?bereichs|hors (de )?(la )?plage|fuera de(l)? rango|вне диапазона|範囲外|범위를 벗어/i,
  },
  {
    type: "timeout",
    message:
      /超时|超時|逾時|总时限|zeitüberschreitung|zeitlimit|délai (d'attente |imparti )?(dépassé|expiré)|(dépassement|expiration) du délai|tiempo de espera|tiempo agotado|tempo (limite|scaduto|esgotado|de espera)|timeout|time-?out|превышено время|время ожидания|тайм-?аут|час очікування|przekroczon\S* (limit )?czas|limit czasu|zaman aşımı|časov\S+ limit|vypršel|időtúllépés|aikakatkais|temps d'espera|temps esgotat|タイムアウト|시간 초과|χρονικ\S+ όρι|λήξη χρόνου|изтече/i,
  },
  {
    type: "misconfiguration",
    message:
      /(un)?gültige (authentifi|zugang|anmelde)\S*|authentifizierung|anmeldeinformationen|authentification|autentica\S+|autoriza\S+|autorizza\S+|autorisati\S+|authenticatie|uwierzytelni\S+|autoryzac\S+|аутентификац\S+|авторизац\S+|автентифікац\S+|autentis\S+|autentiser\S+|kimlik doğrulama|yetkilendirme|ověřen\S+|autorizac\S+|hitelesít\S+|todenn\S+|godkendel\S+|godkjenn\S+|ταυτοποίησ\S+|πιστοποίησ\S+|έλεγχος ταυτότητας|удостоверяван\S+|認証|認可|인증|验证|驗證|授权|授權|未提供|参数|模型不存在|不存在|未开通|未实名|不允许|下载失败|解码失败|ungültig(?!e eingabe)|schlüssel/i,
  },
  {
    type: "provider_unavailable",
    message:
      /verbind\S+ (fehlgeschlagen|nicht|konnte)|verbindungs?(fehler|aufbau)|nicht (verfügbar|erreichbar)|überlastet|échec de (la )?connexion|connexion (impossible|échou)|indisponible|surchargé|(error|fallo|fallida?).{0,12}cone\S+|conectar|conexión|no disponible|sobrecargado|impossibile connettersi|connessione|connetter\S+|indisponível|falha\S* .{0,10}(liga|conex|conect)\S*|liga(r|ção)|conexão|verbinding|verbinden|połącz\S+|подключ\S+|соедин\S+|недоступ\S+|перегруж\S+|підключ\S+|з'єднан\S+|ansluta|anslut\S+|bağlan\S+|připoj\S+|forbind\S+|tilkobl\S+|koble|csatlakoz\S+|kapcsolód\S+|yhdist\S+|yhteys\S*|connectar|connexió|σύνδεσ\S+|свърз\S+|接続|連接|连接|연결|利用できません|過負荷|服务异常|服务器错误|内部错误|繁忙|过载|服务不可用/i,
  },
  {
    type: "invalid_response",
    message: /无法解析|解析失败|返回.{0,6}(格式|异常)|nicht (gelesen|geparst)|non valide|解析でき/i,
  },
  { type: "exception", message: /操作失败/ },
];
