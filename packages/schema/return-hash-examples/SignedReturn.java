// java SignedReturn.java KEY NAME VALUE [NAME VALUE …]   (Java 17 or later)
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class SignedReturn {
    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }

    static String signedReturn(Map<String, String> parameters, String key) throws Exception {
        var encoded = new TreeMap<String, String>();
        parameters.forEach((name, value) -> encoded.put(encode(name), encode(value)));
        var text = encoded.entrySet().stream().map(pair -> pair.getKey() + "=" + pair.getValue()).collect(Collectors.joining("&"));
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return text + "&hash=" + HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    public static void main(String[] args) throws Exception {
        var parameters = new TreeMap<String, String>();
        for (int at = 1; at < args.length; at += 2) parameters.put(args[at], args[at + 1]);
        System.out.println(signedReturn(parameters, args[0]));
    }
}
